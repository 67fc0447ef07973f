import type { IncomingMessage, RequestListener } from 'node:http'
import { Readable } from 'node:stream'
import { PUBLIC_NETWORKS } from '@qd/game-contract/adapter'
import { describe, expect, test } from 'vitest'
import { LOG_EXAMPLE, SELF_SIGNED, TEST_AUTHORITY } from '../testing/index.ts'
import { eachInWorld, endlessSource, site, STREAM_ASK as ask, textOf } from './dialer-peers.ts'

const { names, world } = eachInWorld()

async function bodyOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await request.toArray()).toString()
}

/** A site that notes what it is asked, and answers what it noted. */
const echo: RequestListener = async (request, reply) => {
  const { method, headers } = request
  reply.end(
    JSON.stringify([method, headers['content-length'], headers['transfer-encoding'], await bodyOf(request)]),
  )
}

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

describe('requests', () => {
  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    '%s carries bytes, a stream, or nothing',
    async (method) => {
      const url = await site(world().undo, echo)
      const sent = async (body?: Uint8Array | AsyncIterable<Uint8Array>) =>
        JSON.parse(
          await textOf((await world().dialer.stream(url, { ...ask, method, body })).body),
        ) as unknown[]
      expect(await sent(Buffer.from('bytes'))).toEqual([method, '5', null, 'bytes'])
      expect(await sent(pieces('a ', 'stream'))).toEqual([method, null, 'chunked', 'a stream'])
      expect(await sent(Readable.from([Buffer.from('read')]))).toEqual([method, null, 'chunked', 'read'])
      expect((await sent())[3]).toBe('')
      const long = 'x'.repeat(300_000)
      expect(await sent(Buffer.from(long))).toEqual([method, '300000', null, long])
    },
  )

  test('HEAD has headers and no body', async () => {
    const url = await site(world().undo, (_request, reply) =>
      reply.writeHead(200, { 'content-length': '9' }).end(),
    )
    const answer = await world().dialer.stream(url, { ...ask, method: 'HEAD' })
    expect([answer.headers['content-length'], await textOf(answer.body)]).toEqual(['9', ''])
  })

  test('CONNECT, an upgrade and no method at all are not sent', async () => {
    let asked = 0
    const url = await site(world().undo, (_request, reply) => void reply.end(String((asked += 1))))
    for (const part of [{ method: 'CONNECT' }, { method: 'get it' }, { headers: { Upgrade: 'x' } }]) {
      await expect(world().dialer.stream(url, { ...ask, ...part })).rejects.toBeInstanceOf(TypeError)
    }
    expect(asked).toBe(0)
  })

  test('an answer before the end of the request counts, and its source is left alone', async () => {
    const url = await site(world().undo, (_request, reply) =>
      reply.writeHead(413, { connection: 'close' }).end('too much'),
    )
    const { body, left } = endlessSource()
    const answer = await world().dialer.stream(url, { ...ask, method: 'POST', body })
    expect([answer.status, await textOf(answer.body)]).toEqual([413, 'too much'])
    await left
    expect(world().held()).toBe(0)
  })

  test('a source that breaks off ends the request as cut', async () => {
    const come = Promise.withResolvers<void>()
    const url = await site(world().undo, (request) => void request.once('data', () => come.resolve()))
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half')
      await come.promise
      throw new Error('the file is gone')
    }
    const sent = world().dialer.stream(url, { ...ask, method: 'PUT', body: broken() })
    await expect(sent).rejects.toMatchObject({ fault: 'cut', cause: { message: 'the file is gone' } })
    expect(world().held()).toBe(0)
  })

  test('a kept connection is used again, never by a target that opens less', async () => {
    const here = await site(
      world().undo,
      (request, reply) => void reply.end(String(request.socket.remotePort)),
    )
    const url = here.replace('127.0.0.1', 'log.example')
    const port = async () => textOf((await world().dialer.stream(url, ask)).body)
    expect(await port()).toBe(await port())
    const less = world().dialer.stream(url, { ...ask, networks: PUBLIC_NETWORKS })
    await expect(less).rejects.toMatchObject({ fault: 'refused_address' })
  })
})

describe('[T1] the guard of a stream', () => {
  test('a mixed answer of the resolver is refused, a changing one is asked once', async () => {
    const url = await site(world().undo, (_request, reply) => void reply.end('here'))
    names.set('mixed.example', ['127.0.0.1', '10.0.0.8'])
    const mixed = world().dialer.stream(url.replace('127.0.0.1', 'mixed.example'), ask)
    await expect(mixed).rejects.toMatchObject({ fault: 'refused_address' })
    let asked = 0
    names.set('turning.example', () => ((asked += 1) === 1 ? ['127.0.0.1'] : ['127.6.6.6']))
    const answer = await world().dialer.stream(url.replace('127.0.0.1', 'turning.example'), ask)
    expect([await textOf(answer.body), asked]).toEqual(['here', 1])
  })

  test('a redirect inward is an answer: nobody follows it, and its target is refused', async () => {
    const inward = await site(world().undo, (_request, reply) => void reply.end('inside'))
    const url = await site(world().undo, (_request, reply) =>
      reply.writeHead(307, { location: inward }).end('moved'),
    )
    const answer = await world().dialer.stream(url, ask)
    expect([answer.status, answer.headers['location'], await textOf(answer.body)]).toEqual([
      307,
      inward,
      'moved',
    ])
    const followed = world().dialer.stream(inward, { ...ask, networks: PUBLIC_NETWORKS })
    await expect(followed).rejects.toMatchObject({ fault: 'refused_address' })
  })

  test('TLS wants the certificate of the name by its authority', async () => {
    const url = await site(world().undo, (_request, reply) => void reply.end('safe'), LOG_EXAMPLE)
    const trusting = { ...ask, ca: TEST_AUTHORITY }
    expect(await textOf((await world().dialer.stream(url, trusting)).body)).toBe('safe')
    const own = await site(world().undo, (_request, reply) => void reply.end('safe'), SELF_SIGNED)
    for (const [address, part] of [
      [url, ask],
      [url, { ...trusting, servername: 'other.example' }],
      [own, trusting],
    ] as const) {
      await expect(world().dialer.stream(address, part)).rejects.toMatchObject({
        fault: 'unreachable',
        message: expect.stringMatching(/^certificate is not accepted/),
      })
    }
  })
})
