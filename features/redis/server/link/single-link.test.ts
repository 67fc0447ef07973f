import { once } from 'node:events'
import { createServer, Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { refusingPort, startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ConnectionConfig, ConnectionSecrets } from '../../contract/index.ts'
import { testConfig, testDialer } from '../testing/link-config.ts'
import { openLink } from './open-link.ts'
import { REPLY_BYTES_MAX } from './reply-meter.ts'
import type { LinkState, RedisLink } from './redis-link.ts'
import type { LinkStep } from './steps.ts'

const links = new Set<RedisLink>()

async function open(config: Partial<ConnectionConfig>, secrets: ConnectionSecrets = {}, db = 0) {
  const steps: LinkStep[] = []
  const link = await openLink(testConfig(config), secrets, {
    db,
    dialer: testDialer(),
    onStep: (step) => steps.push(step),
    pauseMs: () => 5,
  })
  links.add(link)
  return { link, steps }
}

async function started(args: readonly string[] = []): Promise<TestRedis> {
  const redis = await startRedis(args)
  onTestFinished(() => redis.stop())
  return redis
}

const codeOf = (error: unknown) => (error as Error).message

afterEach(() => {
  for (const link of links) link.close()
  links.clear()
})

describe('one server', () => {
  test('answers with bytes, exact numbers and null', async () => {
    const { port } = await started()
    const { link, steps } = await open({ port }, {}, 3)
    const bytes = Buffer.from([0, 255, 13, 10])
    await link.send(['SET', bytes, bytes])
    expect(await link.send(['get', bytes])).toEqual(bytes)
    await link.send(['HSET', 'h', 'f', '9007199254740993'])
    expect(await link.send(['HINCRBY', 'h', 'f', '0'])).toBe('9007199254740993')
    expect(await link.send(['HGETALL', 'h'])).toEqual([Buffer.from('f'), Buffer.from('9007199254740993')])
    expect(await link.send(['GET', 'nothing'])).toBeNull()
    expect(String(await link.send(['CLIENT', 'INFO']))).toMatch(/ name=quarterdeck .* db=3 /)
    expect(link).toMatchObject({ db: 3, isCluster: false, isClusterNode: false })
    expect(link.version).toMatch(/^\d+\.\d+/)
    expect(steps.map(({ step, error }) => [step, error])).toEqual([
      ['address', null],
      ['tcp', null],
      ['ping', null],
      ['database', null],
    ])
  })

  test('several commands are answered one by one, with errors of a transaction in their place', async () => {
    const { port } = await started()
    const { link } = await open({ port })
    const replies = await link.sendAll([
      ['SET', 'a', '1'],
      ['LPUSH', 'a', 'x'],
      ['INCR', 'a'],
    ])
    expect(replies[0]).toEqual(Buffer.from('OK'))
    expect(replies[1]).toMatchObject({ message: 'redis_refused' })
    expect(replies[1]).toMatchObject({ params: { words: expect.stringMatching(/^WRONGTYPE/) } })
    expect(replies[2]).toBe('2')
    const own = await link.own()
    links.add(own)
    const all = await own.sendAll([['MULTI'], ['INCR', 'a'], ['LPUSH', 'a', 'x'], ['EXEC']])
    expect(all[3]).toEqual(['3', expect.objectContaining({ message: 'redis_refused' })])
  })

  test('a password, a user of the ACL, and each of them wrong', async () => {
    const { port } = await started(['--requirepass', 'top-secret'])
    const { link } = await open({ port }, { password: 'top-secret' })
    expect(await link.send(['PING'])).toEqual(Buffer.from('PONG'))
    await link.send(['ACL', 'SETUSER', 'viewer', 'on', '>pass-two', '~*', '+get', '+ping'])
    const { link: viewer } = await open({ port, username: 'viewer' }, { password: 'pass-two' })
    const refused = await viewer.send(['SET', 'a', '1']).catch((error: unknown) => error)
    expect(refused).toMatchObject({ message: 'redis_refused' })
    expect(refused).toMatchObject({ params: { words: expect.stringMatching(/^NOPERM/) } })
    expect(viewer.version).toBe(link.version)

    const wrong = await open({ port }, { password: 'wrong-secret' }).catch((error: unknown) => error)
    expect(codeOf(wrong)).toBe('redis_auth_failed')
    expect(JSON.stringify(wrong, Object.getOwnPropertyNames(wrong))).not.toContain('wrong-secret')
    await expect(open({ port }).catch(codeOf)).resolves.toBe('redis_auth_failed')
  })

  test('a database that is not there', async () => {
    const { port } = await started()
    const steps: LinkStep[] = []
    const opening = openLink(
      testConfig({ port }),
      {},
      {
        db: 99,
        dialer: testDialer(),
        onStep: (step) => steps.push(step),
      },
    )
    await expect(opening).rejects.toMatchObject({ message: 'redis_refused' })
    expect(steps.at(-1)).toMatchObject({ step: 'database', error: { message: 'redis_refused' } })
  })

  test('nobody listens, and an address the connection does not open', async () => {
    const { port, release } = await refusingPort()
    onTestFinished(release)
    await expect(open({ port })).rejects.toMatchObject({
      message: 'redis_unreachable',
      params: { at: `127.0.0.1:${port}`, reason: { text: 'redis.reason.nobody' } },
    })
    for (const host of ['127.0.0.1', '169.254.169.254', '10.0.0.1']) {
      await expect(open({ host, port, allowLoopback: false })).rejects.toMatchObject({
        message: 'redis_unreachable',
        params: { reason: { text: 'redis.reason.forbidden' } },
      })
    }
  })

  test('a way that takes the connection and ends it', async () => {
    const proxy = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    onTestFinished(() => void proxy.close())
    await once(proxy, 'listening')
    const { port } = proxy.address() as AddressInfo
    await expect(open({ port })).rejects.toMatchObject({ message: 'redis_unreachable' })
  })
})

describe('a lost server', () => {
  test('a command that was sent is never sent again, one that was not waits for the way', async () => {
    const redis = await started()
    const { link } = await open({ port: redis.port })
    const { link: other } = await open({ port: redis.port })
    const states: LinkState[] = []
    link.watch((state) => states.push(state))
    const id = String(await link.send(['CLIENT', 'ID']))
    const own = await link.own()
    links.add(own)
    const ownId = String(await own.send(['CLIENT', 'ID']))
    const waiting = own.send(['BLPOP', 'list', '0'])
    await vi.waitFor(async () => expect(String(await other.send(['CLIENT', 'LIST']))).toMatch(/cmd=blpop/))
    const cut = waiting.catch((error: unknown) => error)
    await other.send(['CLIENT', 'KILL', 'ID', ownId])
    expect(codeOf(await cut)).toBe('redis_outcome_unknown')

    await other.send(['CLIENT', 'KILL', 'ID', id])
    await expect.poll(() => states.at(0)?.state).toBe('reconnecting')
    expect(await link.send(['RPUSH', 'list', 'x'])).toBe('1')
    expect(String(await link.send(['CLIENT', 'ID']))).not.toBe(id)
    expect(states.at(-1)).toEqual({ state: 'ready', attempt: 0, error: null })
  })

  test('the tries end', async () => {
    const redis = await started()
    const { link } = await open({ port: redis.port })
    const states: LinkState[] = []
    link.watch((state) => states.push(state))
    await redis.stop()
    await expect.poll(() => states.at(-1)?.state, { timeout: 30_000 }).toBe('lost')
    expect(states.filter(({ state }) => state === 'reconnecting').map(({ attempt }) => attempt)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ])
    await expect(link.send(['PING'])).rejects.toMatchObject({ message: 'redis_too_many_attempts' })
  })

  test('one that stands still is given up, and slows nobody else', async () => {
    const [still, lively] = [await started(), await started()]
    const { link } = await open({ port: still.port, timeoutMs: 500 })
    const { link: other } = await open({ port: lively.port })
    process.kill(still.pid, 'SIGSTOP')
    const late = link.send(['SET', 'a', '1']).catch((error: unknown) => error)
    const answered: unknown[] = []
    for (let at = 0; at < 100; at += 1) answered.push(await other.send(['PING']))
    expect(answered).toHaveLength(100)
    expect(codeOf(await late)).toBe('redis_timeout')
    process.kill(still.pid, 'SIGCONT')
    await expect.poll(() => link.send(['PING']).then(String, codeOf), { timeout: 30_000 }).toBe('PONG')
  })
})

describe('an answer larger than the console holds', () => {
  test('ends its connection and is told; the others are unknown, nothing is sent again', async () => {
    const { port } = await started()
    const { link } = await open({ port })
    const fill = "for at = 1, 1000 do redis.call('RPUSH', KEYS[1], string.rep('x', 102400)) end return 1"
    await link.send(['EVAL', fill, '1', 'big'])
    const socket = vi.spyOn(Socket.prototype, 'destroy')
    const [small, large, next] = await link.sendAll([
      ['LLEN', 'big'],
      ['LRANGE', 'big', '0', '-1'],
      ['INCR', 'times'],
    ])
    expect(small).toBe('1000')
    expect(large).toMatchObject({ message: 'redis_reply_too_large', params: { limitMb: 64 } })
    expect(next).toMatchObject({ message: 'redis_outcome_unknown' })
    const ended = socket.mock.contexts.map((each) => (each as Socket).bytesRead)
    socket.mockRestore()
    // Of 100 MiB no more has come than the limit and what was on its way.
    expect(Math.max(...ended)).toBeGreaterThan(REPLY_BYTES_MAX)
    expect(Math.max(...ended)).toBeLessThan(REPLY_BYTES_MAX + 4 * 1_048_576)
    // The next ones go over a new connection, and smaller answers that add up to more are no matter one by one.
    for (let from = 0; from < 800; from += 400) {
      expect(await link.send(['LRANGE', 'big', String(from), String(from + 399)])).toHaveLength(400)
    }
    expect(['0', '1']).toContain(String((await link.send(['GET', 'times'])) ?? 0))
    expect(String(await link.send(['INFO', 'commandstats']))).toMatch(/cmdstat_lrange:calls=3,/)
  })

  test('holds on the socket of a console, and for its first answer alone', async () => {
    const { port } = await started()
    const { link } = await open({ port })
    await link.send(['SETRANGE', 'wide', String(70 * 1_048_576), 'x'])
    const own = await link.own({ onMessage: () => undefined })
    const [large, next] = await Promise.allSettled([own.send(['GET', 'wide']), own.send(['PING'])])
    expect(large).toMatchObject({ reason: { message: 'redis_reply_too_large', params: { limitMb: 64 } } })
    expect(next).toMatchObject({ reason: { message: 'redis_outcome_unknown' } })
    own.close()
  })

  test('holds for what is asked for at once, too', async () => {
    const { port } = await started()
    const { link } = await open({ port })
    await link.send(['SETRANGE', 'wide', String(50 * 1_048_576), 'x'])
    const replies = await link.sendAll(['a', 'b', 'c'].map(() => ['GET', 'wide']))
    expect(replies.map((reply) => (reply instanceof Error ? reply.message : 'whole'))).toEqual([
      'whole',
      'whole',
      'redis_reply_too_large',
    ])
    expect(replies[2]).toMatchObject({ params: { limitMb: 128 } })
  })
})
