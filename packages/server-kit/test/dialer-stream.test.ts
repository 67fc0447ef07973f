import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { PUBLIC_NETWORKS } from '@qd/game-contract/adapter'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LOG_EXAMPLE, SELF_SIGNED, standInNames, TEST_AUTHORITY } from '../testing/index.ts'
import type { NameAnswer } from '../testing/index.ts'
import { dialerWorld, OPEN, SHORT_MS, TIMES } from './dialer-peers.ts'

const names = new Map<string, NameAnswer>()
let world: ReturnType<typeof dialerWorld>
let resolver: ReturnType<typeof standInNames>
beforeEach(() => {
  world = dialerWorld()
  resolver = standInNames(names)
  names.set('log.example', ['127.0.0.1'])
})
afterEach(async () => {
  resolver.restore()
  names.clear()
  await world.end()
})

const ask = { method: 'GET', headers: {}, networks: OPEN, times: TIMES, maxBytes: 1_000_000 }
const within = (times: Partial<typeof TIMES>) => ({ ...ask, times: { ...TIMES, ...times } })

/** A site of one handler; says where it is. */
async function site(handler: RequestListener, pair?: { cert: string; key: string }): Promise<string> {
  const server = pair === undefined ? createServer(handler) : createTlsServer(pair, handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  world.undo.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return pair === undefined ? `http://127.0.0.1:${port}/` : `https://log.example:${port}/`
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await request.toArray()).toString()
}

const textOf = async (body: Readable) => Buffer.concat(await body.toArray()).toString()

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

/** A source that says when it is left alone. */
function endlessSource() {
  const left = Promise.withResolvers<void>()
  async function* source(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Buffer.alloc(65_536)
    } finally {
      left.resolve()
    }
  }
  return { body: source(), left: left.promise }
}

describe('requests', () => {
  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    '%s carries bytes, a stream, or nothing',
    async (method) => {
      const url = await site(echo)
      const sent = async (body?: Uint8Array | AsyncIterable<Uint8Array>) =>
        JSON.parse(await textOf((await world.dialer.stream(url, { ...ask, method, body })).body)) as unknown[]
      expect(await sent(Buffer.from('bytes'))).toEqual([method, '5', null, 'bytes'])
      expect(await sent(pieces('a ', 'stream'))).toEqual([method, null, 'chunked', 'a stream'])
      expect(await sent(Readable.from([Buffer.from('read')]))).toEqual([method, null, 'chunked', 'read'])
      expect((await sent())[3]).toBe('')
      const long = 'x'.repeat(300_000)
      expect(await sent(Buffer.from(long))).toEqual([method, '300000', null, long])
    },
  )

  test('HEAD has headers and no body', async () => {
    const url = await site((_request, reply) => reply.writeHead(200, { 'content-length': '9' }).end())
    const answer = await world.dialer.stream(url, { ...ask, method: 'HEAD' })
    expect([answer.headers['content-length'], await textOf(answer.body)]).toEqual(['9', ''])
  })

  test('CONNECT, an upgrade and no method at all are not sent', async () => {
    let asked = 0
    const url = await site((_request, reply) => void reply.end(String((asked += 1))))
    for (const part of [{ method: 'CONNECT' }, { method: 'get it' }, { headers: { Upgrade: 'x' } }]) {
      await expect(world.dialer.stream(url, { ...ask, ...part })).rejects.toBeInstanceOf(TypeError)
    }
    expect(asked).toBe(0)
  })

  test('an answer before the end of the request counts, and its source is left alone', async () => {
    const url = await site((_request, reply) => reply.writeHead(413, { connection: 'close' }).end('too much'))
    const { body, left } = endlessSource()
    const answer = await world.dialer.stream(url, { ...ask, method: 'POST', body })
    expect([answer.status, await textOf(answer.body)]).toEqual([413, 'too much'])
    await left
    expect(world.held()).toBe(0)
  })

  test('a source that breaks off ends the request as cut', async () => {
    const come = Promise.withResolvers<void>()
    const url = await site((request) => void request.once('data', () => come.resolve()))
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half')
      await come.promise
      throw new Error('the file is gone')
    }
    const sent = world.dialer.stream(url, { ...ask, method: 'PUT', body: broken() })
    await expect(sent).rejects.toMatchObject({ fault: 'cut', cause: { message: 'the file is gone' } })
    expect(world.held()).toBe(0)
  })

  test('a kept connection is used again, never by a target that opens less', async () => {
    const here = await site((request, reply) => void reply.end(String(request.socket.remotePort)))
    const url = here.replace('127.0.0.1', 'log.example')
    const port = async () => textOf((await world.dialer.stream(url, ask)).body)
    expect(await port()).toBe(await port())
    const less = world.dialer.stream(url, { ...ask, networks: PUBLIC_NETWORKS })
    await expect(less).rejects.toMatchObject({ fault: 'refused_address' })
  })
})

describe('[T1] the guard of a stream', () => {
  test('a mixed answer of the resolver is refused, a changing one is asked once', async () => {
    const url = await site((_request, reply) => void reply.end('here'))
    names.set('mixed.example', ['127.0.0.1', '10.0.0.8'])
    const mixed = world.dialer.stream(url.replace('127.0.0.1', 'mixed.example'), ask)
    await expect(mixed).rejects.toMatchObject({ fault: 'refused_address' })
    let asked = 0
    names.set('turning.example', () => ((asked += 1) === 1 ? ['127.0.0.1'] : ['127.6.6.6']))
    const answer = await world.dialer.stream(url.replace('127.0.0.1', 'turning.example'), ask)
    expect([await textOf(answer.body), asked]).toEqual(['here', 1])
  })

  test('a redirect inward is an answer: nobody follows it, and its target is refused', async () => {
    const inward = await site((_request, reply) => void reply.end('inside'))
    names.set('log.example', ['127.0.0.1'])
    const url = await site((_request, reply) => reply.writeHead(307, { location: inward }).end('moved'))
    const answer = await world.dialer.stream(url, ask)
    expect([answer.status, answer.headers['location'], await textOf(answer.body)]).toEqual([
      307,
      inward,
      'moved',
    ])
    const followed = world.dialer.stream(inward, { ...ask, networks: PUBLIC_NETWORKS })
    await expect(followed).rejects.toMatchObject({ fault: 'refused_address' })
  })

  test('TLS wants the certificate of the name by its authority', async () => {
    const url = await site((_request, reply) => void reply.end('safe'), LOG_EXAMPLE)
    const trusting = { ...ask, ca: TEST_AUTHORITY }
    expect(await textOf((await world.dialer.stream(url, trusting)).body)).toBe('safe')
    const own = await site((_request, reply) => void reply.end('safe'), SELF_SIGNED)
    for (const [address, part] of [
      [url, ask],
      [url, { ...trusting, servername: 'other.example' }],
      [own, trusting],
    ] as const) {
      await expect(world.dialer.stream(address, part)).rejects.toMatchObject({
        fault: 'unreachable',
        message: expect.stringMatching(/^certificate is not accepted/),
      })
    }
  })
})

/** What is wrong with an answer, and what it is called; each is read to its end. */
const BAD_ANSWERS: [string, (reply: ServerResponse) => unknown, object, object][] = [
  [
    'an endless body',
    (reply) => {
      const more = (): unknown => reply.writable && reply.write('x'.repeat(65_536), more)
      return more()
    },
    {},
    { fault: 'too_large' },
  ],
  [
    'one byte too many',
    (reply) => reply.write('x'.repeat(1_001)),
    { maxBytes: 1_000 },
    { fault: 'too_large' },
  ],
  [
    'huge headers',
    (reply) => reply.writeHead(200, { 'x-much': 'x'.repeat(20_000) }).end(),
    {},
    { fault: 'too_large', message: 'headers of the answer are too large' },
  ],
  [
    'headers over a limit of the caller',
    (reply) => reply.writeHead(200, { 'x-much': 'x'.repeat(2_000) }).end(),
    { maxHeaderBytes: 1_000 },
    { fault: 'too_large' },
  ],
  [
    'half a body',
    (reply) => reply.writeHead(200, { 'content-length': '100' }).write('half', () => reply.destroy()),
    {},
    { fault: 'cut' },
  ],
  ['no HTTP', (reply) => reply.socket!.end('SSH-2.0-OpenSSH\r\n\r\n'), {}, { fault: 'cut' }],
  [
    'another protocol, unasked',
    (reply) =>
      reply.socket!.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    {},
    { fault: 'cut' },
  ],
  ['a closed connection', (reply) => reply.socket!.destroy(), {}, { fault: 'cut' }],
  [
    'no answer',
    () => undefined,
    within({ firstByteMs: SHORT_MS }),
    { fault: 'timeout', message: 'no answer in time' },
  ],
  [
    'headers that drip',
    (reply) => {
      const drip = setInterval(() => reply.socket!.write('HTTP/1.1'.slice(0, 1)), 20)
      reply.socket!.write('HTTP/1.1 200 OK\r\nx-drip: ')
      reply.socket!.once('close', () => clearInterval(drip))
    },
    within({ firstByteMs: SHORT_MS }),
    { fault: 'timeout', message: 'no answer in time' },
  ],
  [
    'a body that stops',
    (reply) => reply.write('begun'),
    within({ idleMs: SHORT_MS }),
    { fault: 'timeout', message: 'no byte in time' },
  ],
  [
    'a body that drips',
    (reply) => {
      const drip = setInterval(() => reply.write('.'), 20)
      reply.once('close', () => clearInterval(drip))
    },
    within({ idleMs: SHORT_MS, wholeMs: 3 * SHORT_MS }),
    { fault: 'timeout', message: 'no whole answer in time' },
  ],
]

describe('[T30] answers', () => {
  test.each(BAD_ANSWERS)('%s has a name, and frees the socket', async (_what, answer, part, fault) => {
    const url = await site((_request, reply) => void answer(reply))
    const read = world.dialer.stream(url, { ...ask, ...part }).then(({ body }) => textOf(body))
    await expect(read).rejects.toMatchObject(fault)
    expect(world.held()).toBe(0)
  })

  test('exactly the limit is read, and a reader may take their time', async () => {
    const url = await site((_request, reply) => {
      reply.write('x'.repeat(500))
      reply.end('y'.repeat(500))
    })
    const part = { ...within({ idleMs: SHORT_MS }), maxBytes: 1_000 }
    const answer = await world.dialer.stream(url, part)
    const timer = Promise.withResolvers<void>()
    setTimeout(timer.resolve, 2 * SHORT_MS)
    await timer.promise
    expect(await textOf(answer.body)).toHaveLength(1_000)
  })

  test('a peer that takes nothing ends the request by the idle time', async () => {
    const url = await site(() => undefined)
    const { body, left } = endlessSource()
    const sent = world.dialer.stream(url, { ...within({ idleMs: SHORT_MS }), method: 'POST', body })
    await expect(sent).rejects.toMatchObject({ fault: 'timeout', message: 'other side takes nothing' })
    await left
    expect(world.held()).toBe(0)
  })

  test('a port that lets nobody in is unreachable: nothing was sent', async () => {
    const port = await world.blackHole()
    const held = world.held()
    const late = world.dialer.stream(`http://127.0.0.1:${port}/`, within({ connectMs: SHORT_MS }))
    await expect(late).rejects.toMatchObject({ fault: 'unreachable', message: 'no connection in time' })
    expect(world.held()).toBe(held)
  })
})

describe('an abort', () => {
  const aborted = { fault: 'aborted', message: 'call was given up' }

  test('before the start and during the lookup', async () => {
    const url = await site(echo)
    const early = world.dialer.stream(url, { ...ask, signal: AbortSignal.abort() })
    await expect(early).rejects.toMatchObject(aborted)
    names.set('silent.example', 'silent')
    const stop = new AbortController()
    const given = world.dialer.stream('http://silent.example/', { ...ask, signal: stop.signal })
    setImmediate(() => stop.abort())
    await expect(given).rejects.toMatchObject(aborted)
    expect(world.held()).toBe(0)
  })

  test('while nobody lets us in', async () => {
    const port = await world.blackHole()
    const held = world.held()
    const stop = new AbortController()
    const given = world.dialer.stream(`http://127.0.0.1:${port}/`, { ...ask, signal: stop.signal })
    setImmediate(() => stop.abort())
    await expect(given).rejects.toMatchObject(aborted)
    expect(world.held()).toBe(held)
  })

  test('while the body is sent, though its source is silent', async () => {
    const come = Promise.withResolvers<void>()
    const url = await site((request) => void request.once('data', () => come.resolve()))
    const stop = new AbortController()
    const body = new Readable({ read: () => undefined })
    body.push('begun')
    const closed = once(body, 'close')
    const given = world.dialer.stream(url, { ...ask, method: 'POST', body, signal: stop.signal })
    await come.promise
    stop.abort()
    await expect(given).rejects.toMatchObject(aborted)
    await closed
    expect(world.held()).toBe(0)
  })

  test('while the answer is awaited', async () => {
    const come = Promise.withResolvers<ServerResponse>()
    const url = await site((_request, reply) => come.resolve(reply))
    const stop = new AbortController()
    const given = world.dialer.stream(url, { ...ask, signal: stop.signal })
    const closed = once(await come.promise, 'close')
    stop.abort()
    await expect(given).rejects.toMatchObject(aborted)
    await closed
    expect(world.held()).toBe(0)
  })

  test.each([
    ['by its caller', (stop: AbortController) => stop.abort(), aborted],
    ['by the console', () => world.dialer.close(), { fault: 'aborted' }],
  ])('while the answer is read, %s', async (_who, giveUp, fault) => {
    const url = await site((_request, reply) => void reply.write('begun'))
    const stop = new AbortController()
    const { body } = await world.dialer.stream(url, { ...ask, signal: stop.signal })
    const read = textOf(body)
    giveUp(stop)
    await expect(read).rejects.toMatchObject(fault)
    expect(world.held()).toBe(0)
  })

  test('a reader who leaves, and one who never reads, free the socket', async () => {
    const gone: Promise<unknown>[] = []
    const url = await site((_request, reply) => {
      gone.push(once(reply, 'close'))
      reply.write('begun')
    })
    const left = await world.dialer.stream(url, ask)
    for await (const piece of left.body) {
      expect(String(piece)).toBe('begun')
      break
    }
    const destroyed = await world.dialer.stream(url, ask)
    destroyed.body.destroy()
    const unread = await world.dialer.stream(url, within({ wholeMs: SHORT_MS }))
    await new Promise((resolve) => unread.body.once('close', resolve))
    await Promise.all(gone)
    expect([gone.length, world.held()]).toEqual([3, 0])
    await expect(textOf(unread.body)).rejects.toMatchObject({ fault: 'timeout' })
  })
})
