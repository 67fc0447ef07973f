import * as redisContract from '@qd/redis/contract'
import type { RedisConnection } from '@qd/redis/contract'
import { fillKeys } from '@qd/sandbox/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownRedis, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

/* The whole way: the sandbox's Redis is a connection of its lines, and a job works on its keys. */

let running: TestConsole
let dev: Speaker
beforeAll(async () => {
  running = await startTestConsole({}, { playersPerServer: 20 })
  dev = await running.signIn('developer')
  const { redis } = running.sandbox!
  if (redis === undefined) throw new Error('redis-server is needed')
  await fillKeys({ ...redis, db: 9, keys: 2_000 })
}, 120_000)
afterAll(async () => {
  await running.dispose()
})

const at = { lineId: 'harbour-dev', connectionId: 'sandbox-harbour-dev', db: 9 }

/** Exactly so many keys match. */
async function counted(pattern: string): Promise<number> {
  const selection = { kind: 'pattern', pattern }
  const preview = await dev.post<{ keys: number }>('/adjust/redis/keys/preview', { ...at, selection })
  expect(preview.body.data).toMatchObject({ isExact: true })
  return preview.body.data.keys
}

test('the sandbox is a connection of its lines; its address cannot be changed', async () => {
  const admin = await running.signIn('admin')
  const { data } = (await admin.get<RedisConnection[]>('/adjust/redisConnections?game=lantern')).body
  expect(data.map(({ name, readOnly, isManaged }) => [name, readOnly, isManaged])).toEqual([
    ['lantern-dev', false, true],
    ['lantern-prod', true, true],
    ['lantern-test', false, true],
  ])
  const [{ id, lineId, revision }] = data as [RedisConnection]
  const gone = await admin.post('/adjust/redis/connection/delete', { lineId, connectionId: id, revision })
  expect(gone.body.err?.code).toBe('redis_connection_managed')
})

test('[S7.11] the body of the specification is enough, and names nothing that one may not open', async () => {
  const bare = (speaker: Speaker, id: string) =>
    speaker.post('/adjust/redisCommand', { command: 'PING', params: [], connConfig: { id } })
  const answer = await bare(dev, at.connectionId)
  expect([answer.http, answer.body.data]).toEqual([200, 'PONG'])
  const support = await running.signIn('reader')
  const foreign = [await bare(support, at.connectionId), await bare(dev, 'no-such-connection')]
  expect(foreign.map(({ http, body }) => [http, body.err?.code])).toEqual([
    [403, 'forbidden'],
    [404, 'redis_connection_not_found'],
  ])
})

interface PatternRows {
  redis_player_keys: { connection_id: string; line_id: string }
}

test('a connection that is deleted takes its patterns of players along', async () => {
  const admin = await running.signIn('admin')
  const { lineId, connectionId } = await ownRedis(running, admin, at.lineId)
  const ref = { lineId, connectionId }
  const patterns = [{ db: 0, pattern: 'cart:{uId}', label: '' }]
  const saved = await admin.post('/adjust/redis/player/patterns/save', { ...ref, patterns, revision: 0 })
  expect(saved.body.msg).toBe('')
  const rows = () =>
    running.store
      .as<PatternRows>()
      .read.selectFrom('redis_player_keys')
      .select('connection_id')
      .where('line_id', '=', lineId)
      .execute()
  const mine = { connection_id: connectionId }
  expect(await rows()).toContainEqual(mine)
  const gone = await admin.post('/adjust/redis/connection/delete', { ...ref, revision: 1 })
  expect(gone.body.msg).toBe('')
  expect(await rows()).not.toContainEqual(mine)
})

test('a job deletes what is below a prefix, and its result tells', async () => {
  const selection = { kind: 'pattern', pattern: '*:session:*' }
  const before = await counted('*')
  const found = await counted(selection.pattern)
  expect([before, found > 500]).toEqual([2_000, true])
  const order = { ...at, selection, action: { kind: 'delete' }, reason: '', idempotencyKey: 'redis-job-1' }
  const started = await dev.post<{ jobId: string }>('/adjust/redis/keys/start', order)
  expect(started.body).toMatchObject({ status: 0, data: { keys: found, replayed: false } })
  const { jobId } = started.body.data
  const state = async () => {
    const answer = await dev.post<{ state: string; counters: object }>('/platform/job/get', { jobId })
    return answer.body.data
  }
  await expect.poll(state, { timeout: 50_000, interval: 200 }).toMatchObject({ state: 'succeeded' })
  expect([await counted('*'), await counted(selection.pattern)]).toEqual([before - found, 0])
})

test('what is read-only in production is not written by a job', async () => {
  const admin = await running.signIn('admin')
  const production = { lineId: 'harbour-prod', connectionId: 'sandbox-harbour-prod', db: 9 }
  const selection = { kind: 'keys', keys: ['load:s1:any'] }
  const refused = await admin.post('/adjust/redis/keys/start', {
    ...production,
    selection,
    action: { kind: 'delete' },
    reason: 'test',
    confirm: 'lantern-prod',
    idempotencyKey: 'redis-job-2',
  })
  expect(refused.body.err?.code).toBe('redis_read_only')
})

test('[S7.10] an id that no connection has is not found by any call that takes one', async () => {
  const admin = await running.signIn('admin')
  const none = { lineId: at.lineId, connectionId: 'invented' }
  const selection = { kind: 'keys', keys: ['k'] }
  const file = {
    fileId: 'none',
    format: 'jsonl',
    idempotencyKey: 'redis-none-1',
    conflict: 'skip',
    ttl: 'keep',
  }
  const page = {
    type: 'hash',
    cursor: '',
    count: 10,
    filter: '',
    inValues: false,
    isDescending: false,
    from: '',
    to: '',
  }
  const config = redisContract.plainConfig({ name: 'none', host: 'redis.test' })
  const asked = { node: '', index: 'i', query: '*' }
  const bodies: Record<string, object> = {
    '/adjust/redis/connection/save': { revision: 1, config, secrets: {} },
    '/adjust/redis/connection/test': { config, secrets: {} },
    '/adjust/redis/connection/delete': { revision: 1 },
    '/adjust/redis/keys/preview': { selection },
    '/adjust/redis/keys/start': { selection, action: { kind: 'delete' }, idempotencyKey: 'redis-none-2' },
    '/adjust/redis/keys/export': { selection, format: 'jsonl' },
    '/adjust/redis/keys/export/start': { selection, format: 'jsonl', idempotencyKey: 'redis-none-3' },
    '/adjust/redis/keys/import/preview': { fileId: 'none', format: 'jsonl' },
    '/adjust/redis/keys/import/start': file,
    '/adjust/redis/key/page': page,
    '/adjust/redis/key/window': { place: { kind: 'string' }, offset: 0 },
    '/adjust/redis/key/edit': { edit: { kind: 'remove' } },
    '/adjust/redis/key/create': { ttlMs: null, content: { type: 'string', value: '' } },
    '/adjust/redis/bin/list': { search: '' },
    '/adjust/redis/bin/restore': { binId: 'none' },
    '/adjust/redis/player/patterns/save': { revision: 0, patterns: [] },
    '/adjust/redis/player/keys': { uId: '30123000045', sId: 1 },
    '/adjust/redis/server/config': {},
    '/adjust/redis/server/functions': { scripts: [] },
    '/adjust/redis/server/functions/call': { name: 'f', keys: [], args: [], isReadOnly: true },
    '/adjust/redis/server/functions/change': { functionsChange: { kind: 'delete', library: 'l' } },
    '/adjust/redis/server/channels': { pattern: '' },
    '/adjust/redis/server/publish': { channel: 'c', payload: '', isSharded: false },
    '/adjust/redis/server/search/query': { ...asked, offset: 0, limit: 1, fields: null },
    '/adjust/redis/server/search/explain': asked,
    '/adjust/redis/server/slowlog': { log: 'slow' },
    '/adjust/redis/server/acl/change': { aclChange: { kind: 'resetAclLog' } },
    '/adjust/redis/server/change': { change: { kind: 'resetSlowLog', log: 'slow' } },
    '/adjust/redis/console/allow': {
      console: 'none',
      args: ['KEYS', '*'],
      reason: 'a test',
      confirm: 'none',
    },
  }
  const answers: Record<string, string> = {}
  for (const route of Object.values(redisContract) as {
    path?: string
    method?: string
    body?: { shape?: object }
  }[]) {
    const { path, method, body } = route
    if (path === undefined || method !== 'POST' || body?.shape === undefined) continue
    if (!('connectionId' in body.shape)) continue
    const db = 'db' in body.shape ? { db: 0 } : {}
    const key = 'key' in body.shape ? { key: 'k' } : {}
    const answer = await admin.post(path, { ...none, ...db, ...key, ...bodies[path] })
    answers[path] =
      `${answer.http} ${answer.body.err?.code ?? ''} ${JSON.stringify(answer.body).slice(0, 150)}`
  }
  const exported = await admin.post('/adjust/redis/connection/export', {
    lineId: at.lineId,
    ids: ['invented'],
  })
  answers['/adjust/redis/connection/export'] = `${exported.http} ${exported.body.err?.code ?? ''}`
  const others = Object.entries(answers).filter(
    ([, said]) => !said.startsWith('404 redis_connection_not_found'),
  )
  expect(others).toEqual([])
  expect(Object.keys(answers).length).toBeGreaterThan(35)
})
