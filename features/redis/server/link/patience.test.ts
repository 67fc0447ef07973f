import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { redisErrors } from '../../contract/index.ts'
import { Patience, startSocket } from './node-socket.ts'
import { startTypedSocket } from './typed/typed-socket.ts'

describe('patience', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each([
    ['a command alone', ['prompt'], true],
    ['one that waits for others', ['waiting'], false],
    ['one behind it', ['waiting', 'prompt'], false],
    ['one before it, which others do not hold up', ['prompt', 'waiting'], true],
    ['a script', ['script'], false],
    ['a command that came together with a script', ['prompt', 'script'], false],
    ['both', ['prompt', 'waiting', 'script'], false],
  ] as const)('of %s', (_what, kinds, isLate) => {
    vi.useFakeTimers()
    const late = vi.fn()
    const patience = new Patience(500, late)
    const done = kinds.map((kind) => patience.begin(kind))
    vi.advanceTimersByTime(5_000)
    expect(late.mock.calls.length > 0).toBe(isLate)
    for (const each of done) each()
    vi.advanceTimersByTime(5_000)
    expect(late.mock.calls.length > 0).toBe(isLate)
  })
})

describe('a script that comes together with a command before it', () => {
  let redis: TestRedis
  let root: Redis
  beforeAll(async () => {
    redis = await startRedis(['--busy-reply-threshold', '50'])
    root = new Redis({ port: redis.port, host: '127.0.0.1' })
    await root.ping()
  })
  afterAll(async () => {
    root.disconnect()
    await redis.stop()
  })

  /** Asks a server that never answers. */
  async function askSilence(timeoutMs: number): Promise<unknown> {
    const server = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const stream = connect((server.address() as AddressInfo).port, '127.0.0.1')
    return (await startSocket(stream, { timeoutMs })).send(['PING'])
  }

  const options = { timeoutMs: 200 }
  it.each([
    ['plain', (stream: Socket) => startSocket(stream, options)],
    ['typed', (stream: Socket) => startTypedSocket(stream, { ...options, onMessage: () => undefined })],
  ] as const)('keeps its %s socket until it ends', async (_kind, start) => {
    const stream = connect(redis.port, '127.0.0.1')
    await once(stream, 'connect')
    const socket = await start(stream)
    // One packet: the server answers the first command when the script behind it has ended.
    stream.cork()
    const first = socket.send(['PING'])
    const script = socket.send(['EVAL', 'while true do end', '0'], undefined, { limitMs: 200 })
    stream.uncork()
    const outcomes = Promise.allSettled([first, script])
    await expect.poll(() => root.ping().catch(String)).toContain('BUSY')
    // One that is three times as patient has given up: ours would have, too.
    await expect(askSilence(3 * options.timeoutMs)).rejects.toMatchObject({ def: redisErrors.redis_timeout })
    expect(socket.isOpen).toBe(true)
    await root.call('SCRIPT', 'KILL')
    const [answered, ended] = await outcomes
    expect(answered.status).toBe('fulfilled')
    expect(ended).toMatchObject({ status: 'rejected', reason: { words: expect.stringContaining('killed') } })
    socket.close()
  })
})
