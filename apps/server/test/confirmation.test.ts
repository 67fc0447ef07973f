import { mayBeConfirmed } from '@qd/contract-kit'
import type { AnyRoute } from '@qd/contract-kit'
import { QD1 } from '@qd/game-frame'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { draftBatch, mailDesk, mailKey, ownRedis, proven, startTestConsole } from '../testing/index.ts'
import type { Answer, Speaker, TestConsole } from '../testing/index.ts'

/*
 * Every call that can weigh R3 in production, found by its declaration: refused until it carries a reason and the
 * typed name of its target, in the part of the input its form has, and carried out with them.
 */

const UID = '10011000003'
const PLAYER = `uId=${UID}`
const SERVER = 'sId=11&lineId=harbour-prod'
const LINE = 'lineId=harbour-prod'
const SERVER_NAME = '白帆湾'
const LINE_NAME = '正式线'
/** The same line as the calls about items name it. */
const LIMIT_LINE = { game: 'lantern', partnerCode: 'harbour', lineCode: 'harbour-prod' }

let running: TestConsole
let admin: Speaker
let routes: AnyRoute[]
let redis: { lineId: string; connectionId: string; name: string }
beforeAll(async () => {
  running = await startTestConsole({}, { playersPerServer: 50 })
  admin = await running.signIn('admin')
  redis = await ownRedis(running, admin, 'harbour-prod')
  routes = running.features.flatMap((feature) => feature.routes.map(({ route }) => route))
})
afterAll(() => running.dispose())

let keys = 0
const idempotencyKey = () => `confirmation-${++keys}`
/** A call with a list or a file brings it as text below its parameters. */
const ask = async <T>(path: string, body: object = {}, text?: string): Promise<T> => {
  const answer = await (text === undefined ? admin.post<T>(path, body) : admin.postText<T>(path, body, text))
  expect([path, answer.http, answer.body.msg]).toEqual([path, 200, ''])
  return answer.body.data
}

/** A call about production without what the gate wants, and the name it has to want. */
interface Case {
  /** Who calls; absent: the administrator. */
  as?: Speaker
  query?: string
  body?: object
  text?: string
  expected: string
}

async function diamondChange() {
  const loaded = await ask<{ version: string; data: { currency: { diamond: number } } }>(
    `/adjust/get?${PLAYER}`,
    { diffs: ['CurrencyInfo'] },
  )
  const { diamond } = loaded.data.currency
  const change = { diff: 'CurrencyInfo', path: ['diamond'], op: 'set', value: diamond + 1, old: diamond }
  return { version: loaded.version, changes: [change] }
}

const quieter = { diff: 'SettingsInfo', path: ['music'], op: 'set', value: 7 }

/** A composed function that weighs R3. */
async function risky() {
  const definition = {
    title: 'Quieter',
    group: 'test',
    comment: '',
    target: 'player',
    parameters: [],
    risk: 'R3',
    steps: [{ kind: 'patch', changes: [quieter] }],
  }
  const { id } = await ask<{ id: string }>(`/adjust/function/save?${SERVER}`, { definition, note: '' })
  const { list } = await ask<{ list: { source: string; id: string; version: string }[] }>(
    `/adjust/function/list?${SERVER}`,
  )
  const { source, version } = list.find((entry) => entry.id === id)!
  return { source, id, version }
}

const bulk = {
  set: { changes: [{ ...quieter, value: 9, old: 0 }], onlyUnchanged: false, existing: 'skip' },
}
let bulkJobId = ''
let scheduleId = ''
const yearly = {
  rule: { kind: 'cron', expression: '0 9 1 1 *' },
  zone: 'UTC',
  overlap: 'skip',
  missed: 'skip',
}
let editId = ''

async function ended(jobId: string): Promise<void> {
  const state = async () => (await ask<{ state: string }>('/platform/job/get', { jobId })).state
  await expect.poll(state, { timeout: 30_000 }).toBe('succeeded')
}

/** A server of our own: what belongs to the sandbox gets its address anew at each start. */
const ownServer = {
  lineId: 'harbour-prod',
  sId: 13,
  serviceName: '灯塔湾',
  openedAt: null,
  apiUrl: 'https://game.example.org',
  serverId: 'g13',
  keyId: 'k1',
  ws: '',
  codec: QD1,
  allowPlain: false,
  allowPrivate: false,
  allowLoopback: false,
  enabled: true,
}

async function storedLine() {
  const { lines } = await ask<{ lines: Record<string, unknown>[] }>('/platform/catalogue/tree')
  const { game, partnerCode, lineId, lineCode, name, environment, channels, revision } = lines.find(
    (line) => line['lineId'] === 'harbour-prod',
  )!
  return { game, partnerCode, lineId, lineCode, name, environment, channels, revision }
}

/** A database the game leaves alone. */
const redisBody = () => ({ lineId: redis.lineId, connectionId: redis.connectionId, db: 14 })

/** A file of keys, sent as a page sends it. */
async function sentKeys(): Promise<string> {
  const text = '{"key":"sent","type":"string","value":"1"}'
  const file = { use: 'redis.import', name: 'keys.jsonl', size: text.length }
  const { fileId } = await ask<{ fileId: string }>('/platform/file/begin', file)
  const part = await fetch(`${running.url}/platform/file/part?fileId=${fileId}&offset=0`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${admin.token}`,
      token: admin.token!,
      'content-type': 'application/octet-stream',
    },
    body: text,
  })
  expect(part.status).toBe(200)
  await ask('/platform/file/finish', { fileId })
  return fileId
}

/** In the order they are tried: the last ones change the place the others are about. */
const mails = () =>
  mailDesk({
    admin,
    lineId: 'harbour-prod',
    uId: UID,
    confirmation: { reason: 'ticket 7', confirm: 'harbour-prod' },
  })

const CASES: Record<string, () => Promise<Case>> = {
  'POST /partner/codes/release': async () => ({
    body: await draftBatch(admin, 'harbour-prod', 'Spring'),
    expected: 'Spring',
  }),
  'POST /partner/codes/void': async () => {
    const { lineId, batchId, revision } = await draftBatch(admin, 'harbour-prod', 'Summer')
    const confirmation = { reason: 'ticket 7', confirm: 'Summer' }
    await ask('/partner/codes/release', { lineId, batchId, revision, ...confirmation })
    return { body: { lineId, batchId }, expected: 'Summer' }
  },
  'POST /partner/mail/release': async () => ({
    query: LINE,
    body: { ...(await mails().ready()), idempotencyKey: mailKey() },
    expected: 'harbour-prod',
  }),
  'POST /partner/mail/retry': async () => ({
    query: LINE,
    body: { id: await mails().sent(), idempotencyKey: mailKey() },
    expected: 'harbour-prod',
  }),
  'POST /partner/mail/recall': async () => ({
    query: LINE,
    body: { id: await mails().sent(), idempotencyKey: mailKey() },
    expected: 'harbour-prod',
  }),
  'POST /partner/mail/take-back': async () => ({
    query: LINE,
    body: { id: await mails().sent(), idempotencyKey: mailKey() },
    expected: 'harbour-prod',
  }),
  'POST /adjust/redisCommand': async () => ({
    body: {
      lineId: redis.lineId,
      connConfig: { id: redis.connectionId },
      db: 14,
      command: 'FLUSHDB',
      params: [],
    },
    expected: redis.name,
  }),
  'POST /adjust/redis/console/allow': async () => ({
    body: { ...redisBody(), console: 'matrix', args: ['FLUSHDB'] },
    expected: redis.name,
  }),
  'POST /adjust/redis/keys/start': async () => ({
    body: {
      ...redisBody(),
      selection: { kind: 'keys', keys: ['one'] },
      action: { kind: 'delete' },
      idempotencyKey: idempotencyKey(),
    },
    expected: redis.name,
  }),
  'POST /adjust/redis/server/change': async () => ({
    body: { ...redisBody(), change: { kind: 'resetLatency' } },
    expected: redis.name,
  }),
  'POST /adjust/redis/server/functions/change': async () => ({
    body: { ...redisBody(), functionsChange: { kind: 'flushScripts' } },
    expected: redis.name,
  }),
  'POST /adjust/redis/server/acl/change': async () => ({
    body: { ...redisBody(), aclChange: { kind: 'resetAclLog' } },
    expected: redis.name,
  }),
  'POST /adjust/redis/keys/import/start': async () => ({
    body: {
      ...redisBody(),
      fileId: await sentKeys(),
      format: 'jsonl',
      conflict: 'skip',
      ttl: 'keep',
      idempotencyKey: idempotencyKey(),
    },
    expected: redis.name,
  }),
  'POST /adjust/redis/database/flush': async () => ({ body: redisBody(), expected: redis.name }),
  'POST /adjust/newUser': async () => ({ query: SERVER, expected: SERVER_NAME }),
  'GET /adjust/newUser': async () => ({ query: SERVER, expected: SERVER_NAME }),
  'POST /adjust/api/change': async () => ({
    query: PLAYER,
    body: { ...(await diamondChange()), idempotencyKey: idempotencyKey() },
    expected: UID,
  }),
  'POST /adjust/history/undo': async () => ({
    query: PLAYER,
    body: { editId, idempotencyKey: idempotencyKey() },
    expected: UID,
  }),
  'POST /adjust/function/run': async () => {
    const body = { function: await risky(), params: {} }
    const { dryRunId } = await ask<{ dryRunId: string }>(`/adjust/function/dryRun?${PLAYER}`, body)
    return {
      query: PLAYER,
      body: { ...body, dryRunId, idempotencyKey: idempotencyKey() },
      expected: UID,
    }
  },
  'POST /adjust/function/runMany': async () => ({
    query: SERVER,
    body: { function: await risky(), params: {}, idempotencyKey: idempotencyKey() },
    text: UID,
    expected: SERVER_NAME,
  }),
  'POST /adjust/function/schedule': async () => ({
    query: SERVER,
    body: { function: await risky(), params: {}, timing: yearly, idempotencyKey: idempotencyKey() },
    text: UID,
    expected: SERVER_NAME,
  }),
  'POST /platform/schedule/edit': async () => ({
    body: { scheduleId, revision: 0, timing: { ...yearly, missed: 'once' } },
    expected: SERVER_NAME,
  }),
  'POST /platform/schedule/runNow': async () => ({
    body: { scheduleId, idempotencyKey: idempotencyKey() },
    expected: SERVER_NAME,
  }),
  'POST /platform/schedule/resume': async () => {
    await ask('/platform/schedule/pause', { scheduleId })
    return { body: { scheduleId }, expected: SERVER_NAME }
  },
  'POST /adjust/bots/start': async () => {
    // Bots need a grant that names production, whoever asks.
    const as = await running.signIn('developer')
    const { id: userId } = (await as.get<{ id: string }>('/adjust/userInfo')).body.data
    const give = [{ role: 'developer', scope: 'lantern/harbour', environment: 'production' }]
    const given = await proven(admin, () => admin.post('/platform/user/grants', { userId, give, take: [] }))
    expect([given.http, given.body.msg]).toEqual([200, ''])
    const steps = [{ do: 'set', name: 'x', value: 1 }]
    return {
      as,
      query: SERVER,
      body: {
        scenario: { version: 1, name: 'confirmed', steps },
        load: {
          model: 'closed',
          clients: 1,
          rampMs: 0,
          thinkMs: { from: 0, to: 0 },
          stop: { afterMs: 1_000, passes: 1 },
        },
        idempotencyKey: idempotencyKey(),
      },
      expected: SERVER_NAME,
    }
  },
  'POST /adjust/bulk/start': async () => {
    const { hash } = await ask<{ hash: string }>(`/adjust/bulk/preview?${LINE}`, bulk, UID)
    return {
      query: LINE,
      body: { ...bulk, hash, onlinePolicy: 'live', idempotencyKey: idempotencyKey() },
      text: UID,
      expected: 'harbour-prod',
    }
  },
  'POST /adjust/bulk/undo': async () => {
    await ended(bulkJobId)
    return {
      query: LINE,
      body: { jobId: bulkJobId, idempotencyKey: idempotencyKey() },
      expected: 'harbour-prod',
    }
  },
  'POST /adjust/server/state': async () => ({
    body: { sId: 11, lineId: 'harbour-prod', state: 'notice', message: 'Soon' },
    expected: SERVER_NAME,
  }),
  'POST /platform/catalogue/import': async () => {
    const { text } = await ask<{ text: string }>('/platform/catalogue/export', { format: 'csv' })
    return {
      body: { format: 'csv', apply: true },
      text: text.replace(SERVER_NAME, '白帆新湾'),
      expected: LINE_NAME,
    }
  },
  'POST /platform/catalogue/server/save': async () => {
    await ask('/platform/catalogue/server/save', { ...ownServer, hashKey: 'k'.repeat(32), revision: 0 })
    return { body: { ...ownServer, keyId: 'k2', revision: 1 }, expected: ownServer.serviceName }
  },
  'POST /platform/catalogue/server/key/rotate': async () => {
    const { lineId, sId } = ownServer
    const body = { lineId, sId, keyId: 'k3', hashKey: 'n'.repeat(32), revision: 2 }
    return { body, expected: ownServer.serviceName }
  },
  'POST /platform/catalogue/server/key/end': async () => {
    const { lineId, sId } = ownServer
    return { body: { lineId, sId, revision: 3 }, expected: ownServer.serviceName }
  },
  'POST /platform/catalogue/server/switch': async () => ({
    body: { lineId: 'harbour-prod', sIds: [11], enabled: false },
    expected: LINE_NAME,
  }),
  'POST /platform/catalogue/delete': async () => ({
    body: {
      game: 'lantern',
      partnerCode: 'harbour',
      lineId: 'harbour-prod',
      sId: 12,
      revision: 1,
    },
    expected: '长夜海峡',
  }),
  'POST /platform/gamePropUpperLimit/save': async () => ({
    body: { ...LIMIT_LINE, values: { number: '10001', kind: 'mail', quantity: '5' } },
    expected: LIMIT_LINE.lineCode,
  }),
  'POST /platform/gamePropUpperLimit/remove': async () => {
    const records = await ask<{ list: { id: string; revision: number }[] }>(
      '/platform/gamePropUpperLimit/records',
      LIMIT_LINE,
    )
    const { id, revision } = records.list[0]!
    return { body: { ...LIMIT_LINE, id, revision }, expected: LIMIT_LINE.lineCode }
  },
  'POST /platform/catalogue/line/save': async () => ({
    body: { ...(await storedLine()), environment: 'staging' },
    expected: LINE_NAME,
  }),
}

const nameOf = ({ method, path }: AnyRoute) => `${method} ${path}`

/** Sends the call with more in the part where its form carries a reason. */
function send(
  name: string,
  { as = admin, query = '', body = {}, text }: Case,
  more: Record<string, string> = {},
) {
  const [method, path] = name.split(' ') as ['GET' | 'POST', string]
  if (method === 'GET') return as.get(`${path}?${query}&${new URLSearchParams(more)}`)
  const asked = { ...body, ...more }
  if (text !== undefined) return as.postText(`${path}?${query}`, asked, text)
  return as.post(`${path}?${query}`, asked)
}

const refusal = ({ http, body: { err } }: Answer) => [http, err?.code, err?.field]

describe('calls of R3 and more in production', () => {
  test('every call that declares it can weigh so much is tried here', () => {
    expect(Object.keys(CASES).toSorted()).toEqual(routes.filter(mayBeConfirmed).map(nameOf).toSorted())
  })

  test.each(Object.entries(CASES))('%s is refused without and carried out with', async (name, make) => {
    const asked = await make()
    const { expected } = asked
    const bare = await send(name, asked)
    expect(refusal(bare)).toEqual([428, 'confirm_required', 'reason'])
    expect(bare.body.err?.details).toMatchObject({ expected })
    expect(refusal(await send(name, asked, { confirm: expected }))).toEqual([
      428,
      'confirm_required',
      'reason',
    ])
    for (const confirm of ['', `${expected}x`, expected.slice(0, -1), LINE]) {
      const almost = await send(name, asked, { reason: 'ticket 7', confirm })
      expect(refusal(almost)).toEqual([428, 'confirm_required', 'confirm'])
    }
    const done = await proven(admin, () => send(name, asked, { reason: 'ticket 7', confirm: expected }))
    expect([done.http, done.body.msg]).toEqual([200, ''])
    const { jobId, editId: made, scheduleId: entry } = (done.body.data ?? {}) as Record<string, string>
    if (name === 'POST /adjust/bulk/start') bulkJobId = jobId!
    if (name === 'POST /adjust/api/change') editId = made!
    if (name === 'POST /adjust/function/schedule') scheduleId = entry!
  })

  test('what the GET form was told as the reason stands in the audit', async () => {
    const { list } = await ask<{ list: { action: string; risk: string; reason: string; code: string }[] }>(
      '/platform/audit/list',
      { action: 'players.newUser' },
    )
    const carriedOut = list.filter(({ reason, code }) => reason === 'ticket 7' && code === 'ok')
    expect(carriedOut.map(({ risk }) => risk)).toEqual(['R3', 'R3'])
  })
})
