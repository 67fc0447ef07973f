import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import {
  eachInWorld,
  endlessSource,
  SHORT_MS,
  site,
  STREAM_ASK as ask,
  textOf,
  TIMES,
} from './dialer-peers.ts'

const { names, world } = eachInWorld()
const withTimes = (times: Partial<typeof TIMES>) => ({ ...ask, times: { ...TIMES, ...times } })

/** What is wrong with an answer, and what it is called; each is read to its end. */
const BAD_ANSWERS: [string, (reply: ServerResponse) => unknown, object, object][] = [
  [
    'an endless body',
    (reply) => {
      // Its close is told after what fails at once: who only asks whether it is writable writes for ever (Node 24.22).
      const more = (error?: Error | null): unknown => !error && reply.write('x'.repeat(65_536), more)
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
    withTimes({ firstByteMs: SHORT_MS }),
    { fault: 'timeout', message: 'no answer in time' },
  ],
  [
    'headers that drip',
    (reply) => {
      const drip = setInterval(() => reply.socket!.write('HTTP/1.1'.slice(0, 1)), 20)
      reply.socket!.write('HTTP/1.1 200 OK\r\nx-drip: ')
      reply.socket!.once('close', () => clearInterval(drip))
    },
    withTimes({ firstByteMs: SHORT_MS }),
    { fault: 'timeout', message: 'no answer in time' },
  ],
  [
    'a body that stops',
    (reply) => reply.write('begun'),
    withTimes({ idleMs: SHORT_MS }),
    { fault: 'timeout', message: 'no byte in time' },
  ],
  [
    'a body that drips',
    (reply) => {
      const drip = setInterval(() => reply.write('.'), 20)
      reply.once('close', () => clearInterval(drip))
    },
    withTimes({ idleMs: 5 * SHORT_MS, wholeMs: 6 * SHORT_MS }),
    { fault: 'timeout', message: 'no whole answer in time' },
  ],
]

describe('[T30] answers', () => {
  test.each(BAD_ANSWERS)('%s has a name, and frees the socket', async (_what, answer, part, fault) => {
    const url = await site(world().undo, (_request, reply) => void answer(reply))
    const read = world()
      .dialer.stream(url, { ...ask, ...part })
      .then(({ body }) => textOf(body))
    await expect(read).rejects.toMatchObject(fault)
    expect(world().held()).toBe(0)
  })

  test('exactly the limit is read, and a reader may take their time', async () => {
    const url = await site(world().undo, (_request, reply) => {
      reply.write('x'.repeat(500))
      reply.end('y'.repeat(500))
    })
    const part = { ...withTimes({ idleMs: SHORT_MS }), maxBytes: 1_000 }
    const answer = await world().dialer.stream(url, part)
    const timer = Promise.withResolvers<void>()
    setTimeout(timer.resolve, 2 * SHORT_MS)
    await timer.promise
    expect(await textOf(answer.body)).toHaveLength(1_000)
  })

  test('a peer that takes nothing ends the request by the idle time', async () => {
    const url = await site(world().undo, () => undefined)
    const { body, left } = endlessSource()
    const sent = world().dialer.stream(url, { ...withTimes({ idleMs: SHORT_MS }), method: 'POST', body })
    await expect(sent).rejects.toMatchObject({ fault: 'timeout', message: 'other side takes nothing' })
    await left
    expect(world().held()).toBe(0)
  })

  test('a port that lets nobody in is unreachable: nothing was sent', async () => {
    const port = await world().blackHole()
    const held = world().held()
    const late = world().dialer.stream(`http://127.0.0.1:${port}/`, withTimes({ connectMs: SHORT_MS }))
    await expect(late).rejects.toMatchObject({ fault: 'unreachable', message: 'no connection in time' })
    expect(world().held()).toBe(held)
  })
})

describe('an abort', () => {
  const aborted = { fault: 'aborted', message: 'call was given up' }

  test('before the start and during the lookup', async () => {
    const url = await site(world().undo, () => undefined)
    const early = world().dialer.stream(url, { ...ask, signal: AbortSignal.abort() })
    await expect(early).rejects.toMatchObject(aborted)
    names.set('silent.example', 'silent')
    const stop = new AbortController()
    const given = world().dialer.stream('http://silent.example/', { ...ask, signal: stop.signal })
    setImmediate(() => stop.abort())
    await expect(given).rejects.toMatchObject(aborted)
    expect(world().held()).toBe(0)
  })

  test('while nobody lets us in', async () => {
    const port = await world().blackHole()
    const held = world().held()
    const stop = new AbortController()
    const given = world().dialer.stream(`http://127.0.0.1:${port}/`, { ...ask, signal: stop.signal })
    setImmediate(() => stop.abort())
    await expect(given).rejects.toMatchObject(aborted)
    expect(world().held()).toBe(held)
  })

  test('while the body is sent, though its source is silent', async () => {
    const come = Promise.withResolvers<void>()
    const url = await site(world().undo, (request) => void request.once('data', () => come.resolve()))
    const stop = new AbortController()
    const body = new Readable({ read: () => undefined })
    body.push('begun')
    const closed = once(body, 'close')
    const given = world().dialer.stream(url, { ...ask, method: 'POST', body, signal: stop.signal })
    await come.promise
    stop.abort()
    await expect(given).rejects.toMatchObject(aborted)
    await closed
    expect(world().held()).toBe(0)
  })

  test('while the answer is awaited', async () => {
    const come = Promise.withResolvers<ServerResponse>()
    const url = await site(world().undo, (_request, reply) => come.resolve(reply))
    const stop = new AbortController()
    const given = world().dialer.stream(url, { ...ask, signal: stop.signal })
    const closed = once(await come.promise, 'close')
    stop.abort()
    await expect(given).rejects.toMatchObject(aborted)
    await closed
    expect(world().held()).toBe(0)
  })

  test.each([
    ['by its caller', (stop: AbortController) => stop.abort(), aborted],
    ['by the console', () => world().dialer.close(), { fault: 'aborted' }],
  ])('while the answer is read, %s', async (_who, giveUp, fault) => {
    const url = await site(world().undo, (_request, reply) => void reply.write('begun'))
    const stop = new AbortController()
    const { body } = await world().dialer.stream(url, { ...ask, signal: stop.signal })
    const read = textOf(body)
    giveUp(stop)
    await expect(read).rejects.toMatchObject(fault)
    expect(world().held()).toBe(0)
  })

  test('a reader who leaves, and one who never reads, free the socket', async () => {
    const gone: Promise<unknown>[] = []
    const url = await site(world().undo, (_request, reply) => {
      gone.push(once(reply, 'close'))
      reply.write('begun')
    })
    const left = await world().dialer.stream(url, ask)
    for await (const piece of left.body) {
      expect(String(piece)).toBe('begun')
      break
    }
    const destroyed = await world().dialer.stream(url, ask)
    destroyed.body.destroy()
    const unread = await world().dialer.stream(url, withTimes({ wholeMs: SHORT_MS }))
    await new Promise((resolve) => unread.body.once('close', resolve))
    await Promise.all(gone)
    expect([gone.length, world().held()]).toEqual([3, 0])
    await expect(textOf(unread.body)).rejects.toMatchObject({ fault: 'timeout' })
  })
})
