import { aCaller, everything } from '@qd/server-kit/testing'
import { startCluster, startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openConnection } from '../../../contract/index.ts'
import { testConfig, testDialer } from '../../testing/link-config.ts'
import { LINE, poolWorld } from '../../testing/pool-world.ts'
import { jobCaller } from '../../jobs/job-sessions.ts'
import { openLink } from '../open-link.ts'
import type { RedisLink } from '../redis-link.ts'
import type { PoolLimits } from './database-pool.ts'

let redis: TestRedis
let watcher: RedisLink

beforeAll(async () => {
  redis = await startRedis(['--requirepass', 'right-pass'])
  const options = { db: 0, dialer: testDialer() }
  watcher = await openLink(testConfig({ port: redis.port }), { password: 'right-pass' }, options)
})
afterAll(async () => {
  watcher.close()
  await redis.stop()
})
beforeEach(() => watcher.send(['FLUSHALL']))

/** Databases of the clients that are connected beside our own. */
async function connected(): Promise<number[]> {
  const list = String(await watcher.send(['CLIENT', 'LIST']))
  const own = String(await watcher.send(['CLIENT', 'ID']))
  return list
    .split('\n')
    .filter((line) => line.includes(' name=quarterdeck ') && !line.startsWith(`id=${own} `))
    .map((line) => Number(/ db=(\d+)/.exec(line)?.[1]))
}

function world(limits: Partial<PoolLimits> = {}) {
  const made = poolWorld(redis.port, limits)
  onTestFinished(made.stop)
  return made
}

const ann = aCaller('ann', [everything])
const ben = aCaller('ben', [everything])
const only = (pattern: string) => ({
  scope: '*',
  environment: '*' as const,
  codes: ['redis.redis.read'],
  resource: { kind: 'redis', pattern },
})

describe('opening', () => {
  test('tells the databases with their keys, and keeps one link for all that use it', async () => {
    const { as } = world()
    await watcher.send(['MSET', 'a', '1', 'b', '2'])
    const { body } = await as(ann).open(3)
    expect(body).toMatchObject({
      status: 0,
      data: {
        mode: 'standalone',
        isAssumed: false,
        isClusterNode: false,
        hasSearch: false,
        version: expect.stringMatching(/^\d/),
      },
    })
    const { databases, ms } = body.data as { databases: { db: number; keys: number }[]; ms: number }
    expect(databases).toHaveLength(16)
    expect(databases[0]).toEqual({ db: 0, keys: 2 })
    expect(ms).toBeGreaterThan(0)
    const [one, two] = await Promise.all([as(ann).database(3), as(ann).database(3)])
    expect(one).toBe(two)
    await as(ben).database(3)
    expect(await connected()).toEqual([3, 3])
  })

  test('shows the databases somebody reaches, with keys where all of them are theirs', async () => {
    const { as } = world()
    await watcher.send(['SET', 'a', '1'])
    const few = aCaller('few', [only('main/0/session:*'), only('main/3/*')])
    expect((await as(few).open(3)).body.data).toMatchObject({
      databases: [
        { db: 0, keys: null },
        { db: 3, keys: 0 },
      ],
    })
    expect(await as(few).open(1)).toMatchObject({ http: 404 })
  })

  test('[S9.06] 16 databases are assumed where CONFIG is refused, and keys are open where INFO is', async () => {
    const { as, save } = world()
    await watcher.send(['ACL', 'SETUSER', 'viewer', 'on', '>viewer-pass', '~*', '+get', '+ping', '+select'])
    save('main', testConfig({ port: redis.port, username: 'viewer' }), { password: 'viewer-pass' })
    const { body } = await as(ann).open()
    expect(body.data).toMatchObject({
      isAssumed: true,
      databases: { length: 16, 15: { db: 15, keys: null } },
    })
  })

  test('a cluster has one database with the keys of all its masters', async () => {
    const cluster = await startCluster()
    onTestFinished(() => cluster.stop())
    const { as, save } = world()
    save('main', testConfig({ mode: 'cluster', port: cluster.nodes[0]!.port }), {})
    const database = await as(ann).database()
    await database.runAll(Array.from({ length: 20 }, (_none, at) => ['SET', `key:${at}`, '1']))
    const { body } = await as(ann).open()
    expect(body.data).toMatchObject({ mode: 'cluster', databases: [{ db: 0, keys: 20 }] })
    expect(database.connection).toMatchObject({ isCluster: true })
    expect(database.masters()).toHaveLength(3)
  })

  test('needs the permission and the place, and says what is not there', async () => {
    const { as, anonymous } = world()
    expect(
      await anonymous.post(openConnection.path, { lineId: LINE, connectionId: 'main', db: 0 }),
    ).toMatchObject({
      http: 401,
    })
    expect(await as(aCaller('none')).open()).toMatchObject({ http: 403 })
    const far = aCaller('far', [{ scope: 'lantern/harbour', environment: '*', codes: ['*'] }])
    expect(await as(far).open()).toMatchObject({ http: 403, body: { err: { code: 'scope_forbidden' } } })
    expect(await as(ann).open(0, { connectionId: 'gone' })).toMatchObject({
      http: 404,
      body: { err: { code: 'redis_connection_not_found' } },
    })
    expect(await connected()).toEqual([])
  })

  test('a password that is asked for lives in the session alone', async () => {
    const { as, save, endSession, pool } = world()
    save('main', testConfig({ port: redis.port, asksPassword: true }), {})
    const needed = { http: 409, body: { err: { code: 'redis_password_needed', field: 'password' } } }
    expect(await as(ann).open()).toMatchObject(needed)
    const wrong = await as(ann).open(0, { password: 'wrong-pass' })
    expect(wrong).toMatchObject({ http: 502, body: { err: { code: 'redis_auth_failed' } } })
    expect(wrong.raw).not.toContain('wrong-pass')
    expect(await as(ann).open()).toMatchObject(needed)
    expect(await as(ann).open(0, { password: 'right-pass' })).toMatchObject({ http: 200 })
    expect(await as(ann).open(5)).toMatchObject({ http: 200 })
    expect(await as(ben).open()).toMatchObject(needed)
    await as(ann).close()
    expect(await as(ann).open()).toMatchObject(needed)
    await as(ann).open(0, { password: 'right-pass' })
    endSession(ann)
    expect(await as(ann).open()).toMatchObject(needed)
    expect(pool.isOpen(ann.sessionId, 'main')).toBe(false)
  })

  test('a job works with the password a session of its owner holds, and no longer than that', async () => {
    const { as, save, endSession } = world()
    save('main', testConfig({ port: redis.port, asksPassword: true }), {})
    const needed = { message: 'redis_password_needed' }
    const job = as(jobCaller(ann))
    await expect(job.database()).rejects.toMatchObject(needed)
    await as(ben).open(0, { password: 'right-pass' })
    await expect(job.database()).rejects.toMatchObject(needed)

    await as(ann).open(0, { password: 'right-pass' })
    const held = await job.database()
    expect(String(await held.run(['SET', 'a', '1']))).toBe('OK')
    const again = { ...ann, sessionId: 'ann-at-home' }
    await as(again).open(0, { password: 'right-pass' })
    await as(ann).close()
    expect(String(await held.run(['GET', 'a']))).toBe('1')
    endSession(again)
    await expect(held.run(['GET', 'a'])).rejects.toMatchObject(needed)
    await expect(job.database()).rejects.toMatchObject(needed)

    await as(ann).open(0, { password: 'right-pass' })
    expect(String(await (await job.database()).run(['GET', 'a']))).toBe('1')
  })
})

describe('what ends a link', () => {
  const ended = () => expect.poll(connected, { timeout: 30_000 }).toEqual([])

  test('closing it, for this session alone', async () => {
    const { as, pool } = world()
    const database = await as(ann).database()
    await as(ben).database(7)
    expect(pool.isOpen(ann.sessionId, 'main')).toBe(true)
    expect(await as(ann).close()).toMatchObject({ http: 200 })
    expect(pool.isOpen(ann.sessionId, 'main')).toBe(false)
    await expect.poll(connected, { timeout: 30_000 }).toEqual([7])
    await expect(database.run(['PING'])).rejects.toMatchObject({ message: 'session_expired' })
  })

  test('the end of its session, and rights that go', async () => {
    const { as, callers, endSession, changeRights } = world()
    await as(ann).database()
    endSession(ann)
    await ended()
    const database = await as(ben).database()
    changeRights(ben)
    expect(await database.run(['PING'])).toEqual(Buffer.from('PONG'))
    callers.set('ben', { ...ben, grants: [] })
    changeRights(ben)
    await ended()
    await expect(database.run(['PING'])).rejects.toThrow('session_expired')
  })

  test('rights that become others, for whoever holds a database with the old ones', async () => {
    const { as, callers, changeRights } = world()
    const before = await as(ben).database()
    await before.run(['SET', 'other:1', 'v'])
    const few = { ...ben, grants: [only('main/0/session:*')] }
    callers.set('ben', few)
    changeRights(ben)
    await ended()
    await expect(before.run(['GET', 'other:1'])).rejects.toThrow('redis_rights_changed')
    const now = await as(few).database()
    await expect(now.run(['GET', 'other:1'])).rejects.toThrow('redis_key_forbidden')
    expect(await now.run(['GET', 'session:1'])).toBeNull()
    // Another database than the one that is still reached.
    callers.set('ben', { ...ben, grants: [only('main/1/*')] })
    changeRights(ben)
    await ended()
    await expect(now.run(['GET', 'session:1'])).rejects.toThrow('session_expired')
  })

  test('a connection that is changed while it is opened', async () => {
    const { as, save, holdFinding } = world()
    const go = holdFinding()
    const opening = as(ann).database()
    save('main', testConfig({ port: redis.port, readOnly: true }))
    go()
    expect((await opening).connection.readOnly).toBe(true)
  })

  test('a connection that is changed or deleted', async () => {
    const { as, save, remove } = world()
    const database = await as(ann).database()
    save('main', testConfig({ port: redis.port, readOnly: true }))
    await ended()
    await expect(database.run(['PING'])).rejects.toMatchObject({ message: 'redis_connection_changed' })
    expect((await as(ann).database()).connection.readOnly).toBe(true)
    remove('main')
    await ended()
    await expect(as(ann).database()).rejects.toMatchObject({ message: 'redis_connection_not_found' })
  })

  test('time without use: who holds it goes on with another connection', async () => {
    const { as, pool } = world({ idleMs: 100 })
    const database = await as(ann).database(4)
    const own = await database.own()
    await expect.poll(() => pool.isOpen(ann.sessionId, 'main'), { interval: 20 }).toBe(true)
    own.close()
    await ended()
    expect(await database.run(['SET', 'a', '1'])).toEqual(Buffer.from('OK'))
    expect(await connected()).toEqual([4])
  })
})

describe('limits', () => {
  test('the one that was not used for longest makes room, one in use does not', async () => {
    const { as } = world({ perSession: 2 })
    const first = await as(ann).database(1)
    const second = await as(ann).database(2)
    await expect.poll(() => connected()).toHaveLength(2)
    await as(ann).database(3)
    await expect.poll(connected).toHaveLength(2)
    expect(await connected()).toContain(3)
    // What is held makes no room: the link with its own connection takes both places.
    const own = await second.own()
    await expect(first.run(['PING'])).rejects.toMatchObject({
      message: 'redis_links_full',
      params: { limit: 2 },
    })
    expect(await as(ben).open(9)).toMatchObject({ http: 200 })
    own.close()
    expect(await first.run(['PING'])).toEqual(Buffer.from('PONG'))
  })
})

describe('a test of a connection', () => {
  test('says at which step it fails, in the language of the caller', async () => {
    const { as } = world()
    const fine = await as(ann).test(testConfig({ port: redis.port }), { password: 'right-pass' })
    expect(fine.body.data).toMatchObject({
      isFine: true,
      steps: [
        { step: 'address', state: 'ok' },
        { step: 'tcp', state: 'ok' },
        { step: 'auth', state: 'ok' },
        { step: 'ping', state: 'ok' },
      ],
    })
    const { body, raw } = await as(ann).test(testConfig({ port: redis.port }), { password: 'wrong-pass' })
    expect(body.data).toMatchObject({
      isFine: false,
      steps: {
        2: {
          step: 'auth',
          state: 'failed',
          code: 'redis_auth_failed',
          msg: expect.stringContaining('WRONGPASS'),
        },
        3: { state: 'skipped' },
      },
    })
    expect(raw).not.toContain('wrong-pass')
    expect(await connected()).toEqual([])
  })

  test('[S5.08][S8.07] says of a key file it cannot read that it has to be chosen again', async () => {
    const { as } = world()
    const hop = { host: '127.0.0.1', port: 22, username: 'ann', auth: 'key' as const, hostKey: '' }
    const privateKey = 'this file was closed to its reader'
    const { body, raw } = await as(ann).test(testConfig({ port: redis.port, ssh: [hop] }), {
      ssh: [{ privateKey, passphrase: '' }],
    })
    const { steps } = body.data as { steps: { state: string; code: string; msg: string }[] }
    const failed = steps.find(({ state }) => state === 'failed')
    expect(failed).toMatchObject({ code: 'redis_key_file_expired', msg: expect.stringContaining('私钥') })
    expect(raw).not.toContain(privateKey)
  })
})
