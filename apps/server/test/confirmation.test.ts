import { mayBeConfirmed } from '@qd/contract-kit'
import type { AnyRoute } from '@qd/contract-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  draftBatch,
  mailKey,
  ownRedis,
  PRODUCTION_LINE,
  PRODUCTION_SERVER,
  productionCalls,
  productionKey,
  proven,
  queryText,
  SERVER_NAME,
  startTestConsole,
  yearly,
} from '../testing/index.ts'
import type { Answer, ProductionCall, Speaker, TestConsole } from '../testing/index.ts'

/*
 * Every call that can weigh R3 in production, found by its declaration: refused until it carries a reason and the
 * typed name of its target, in the part of the input its form has, and carried out with them.
 */

const LINE = { lineId: PRODUCTION_LINE }
/** The same line as the calls about items name it. */
const LIMIT_LINE = { game: 'lantern', partnerCode: 'harbour', lineCode: PRODUCTION_LINE }

let running: TestConsole
let admin: Speaker
let routes: AnyRoute[]
let redis: { lineId: string; connectionId: string; name: string }
beforeAll(async () => {
  running = await startTestConsole({}, { playersPerServer: 50 })
  admin = await running.signIn('admin')
  redis = await ownRedis(running, admin, PRODUCTION_LINE)
  routes = running.features.flatMap((feature) => feature.routes.map(({ route }) => route))
})
afterAll(() => running.dispose())

const confirmation = { reason: 'ticket 7', confirm: PRODUCTION_LINE }
const production = productionCalls({ admin: () => admin, confirmation })
const { ask, made, mails } = production

/** A call about production without what the gate wants, and the name it has to want. */
interface Case extends ProductionCall {
  /** Who calls; absent: the administrator. */
  as?: Speaker
}

let scheduleId = ''

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
const CASES: Record<string, () => Promise<Case>> = {
  ...production.work,
  'POST /partner/codes/void': async () => {
    const { lineId, batchId, revision } = await draftBatch(admin, PRODUCTION_LINE, 'Summer')
    const confirmation = { reason: 'ticket 7', confirm: 'Summer' }
    await ask('/partner/codes/release', { lineId, batchId, revision, ...confirmation })
    return { body: { lineId, batchId }, target: 'Summer' }
  },
  'POST /partner/mail/retry': async () => ({
    query: LINE,
    body: { id: await mails().sent(), idempotencyKey: mailKey() },
    target: PRODUCTION_LINE,
  }),
  'POST /partner/mail/recall': async () => ({
    query: LINE,
    body: { id: await mails().sent(), idempotencyKey: mailKey() },
    target: PRODUCTION_LINE,
  }),
  'POST /partner/mail/take-back': async () => ({
    query: LINE,
    body: { id: await mails().sent(), idempotencyKey: mailKey() },
    target: PRODUCTION_LINE,
  }),
  'POST /adjust/redisCommand': async () => ({
    body: {
      lineId: redis.lineId,
      connConfig: { id: redis.connectionId },
      db: 14,
      command: 'FLUSHDB',
      params: [],
    },
    target: redis.name,
  }),
  'POST /adjust/redis/console/allow': async () => ({
    body: { ...redisBody(), console: 'matrix', args: ['FLUSHDB'] },
    target: redis.name,
  }),
  'POST /adjust/redis/keys/start': async () => ({
    body: {
      ...redisBody(),
      selection: { kind: 'keys', keys: ['one'] },
      action: { kind: 'delete' },
      idempotencyKey: productionKey(),
    },
    target: redis.name,
  }),
  'POST /adjust/redis/server/change': async () => ({
    body: { ...redisBody(), change: { kind: 'resetLatency' } },
    target: redis.name,
  }),
  'POST /adjust/redis/server/functions/change': async () => ({
    body: { ...redisBody(), functionsChange: { kind: 'flushScripts' } },
    target: redis.name,
  }),
  'POST /adjust/redis/server/functions/call': async () => {
    const code = "#!lua name=matrix\nredis.register_function('matrix', function() return 1 end)"
    const loading = { ...redisBody(), functionsChange: { kind: 'load', code, replace: true } }
    const confirmation = { reason: 'ticket 7', confirm: redis.name }
    const loaded = await admin.post('/adjust/redis/server/functions/change', { ...loading, ...confirmation })
    expect(loaded.body.msg).toBe('')
    const call = { name: 'matrix', keys: [], args: [], isReadOnly: false }
    return { body: { ...redisBody(), ...call }, target: redis.name }
  },
  'POST /adjust/redis/server/acl/change': async () => ({
    body: { ...redisBody(), aclChange: { kind: 'resetAclLog' } },
    target: redis.name,
  }),
  'POST /adjust/redis/keys/import/start': async () => ({
    body: {
      ...redisBody(),
      fileId: await sentKeys(),
      format: 'jsonl',
      conflict: 'skip',
      ttl: 'keep',
      idempotencyKey: productionKey(),
    },
    target: redis.name,
  }),
  'POST /adjust/redis/database/flush': async () => ({ body: redisBody(), target: redis.name }),
  'POST /adjust/newUser': async () => ({ query: PRODUCTION_SERVER, target: SERVER_NAME }),
  'GET /adjust/newUser': async () => ({ query: PRODUCTION_SERVER, target: SERVER_NAME }),
  'POST /platform/schedule/edit': async () => ({
    body: { scheduleId, revision: 0, timing: { ...yearly, missed: 'once' } },
    target: SERVER_NAME,
  }),
  'POST /platform/schedule/runNow': async () => ({
    body: { scheduleId, idempotencyKey: productionKey() },
    target: SERVER_NAME,
  }),
  'POST /platform/schedule/resume': async () => {
    await ask('/platform/schedule/pause', { scheduleId })
    return { body: { scheduleId }, target: SERVER_NAME }
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
      query: PRODUCTION_SERVER,
      body: {
        scenario: { version: 1, name: 'confirmed', steps },
        load: {
          model: 'closed',
          clients: 1,
          rampMs: 0,
          thinkMs: { from: 0, to: 0 },
          stop: { afterMs: 1_000, passes: 1 },
        },
        idempotencyKey: productionKey(),
      },
      target: SERVER_NAME,
    }
  },
  'POST /adjust/server/state': async () => ({
    body: { sId: 11, lineId: PRODUCTION_LINE, state: 'notice', message: 'Soon' },
    target: SERVER_NAME,
  }),
  'POST /platform/gamePropUpperLimit/save': async () => ({
    body: { ...LIMIT_LINE, values: { number: '10001', kind: 'mail', quantity: '5' } },
    target: LIMIT_LINE.lineCode,
  }),
  'POST /platform/gamePropUpperLimit/remove': async () => {
    const records = await ask<{ list: { id: string; revision: number }[] }>(
      '/platform/gamePropUpperLimit/records',
      LIMIT_LINE,
    )
    const { id, revision } = records.list[0]!
    return { body: { ...LIMIT_LINE, id, revision }, target: LIMIT_LINE.lineCode }
  },
  'POST /platform/gamePropValue/save': async () => ({
    body: { ...LIMIT_LINE, values: { number: '2', rate: { per: '1000', worth: '1' } } },
    target: LIMIT_LINE.lineCode,
  }),
  'POST /platform/gamePropValue/remove': async () => {
    const records = await ask<{ list: { id: string; revision: number }[] }>(
      '/platform/gamePropValue/records',
      LIMIT_LINE,
    )
    const { id, revision } = records.list[0]!
    return { body: { ...LIMIT_LINE, id, revision }, target: LIMIT_LINE.lineCode }
  },
  ...production.catalogue,
}

const nameOf = ({ method, path }: AnyRoute) => `${method} ${path}`

/** Sends the call with more in the part where its form carries a reason. */
function send(
  name: string,
  { as = admin, query = {}, body = {}, text }: Case,
  more: Record<string, string> = {},
) {
  const [method, path] = name.split(' ') as ['GET' | 'POST', string]
  if (method === 'GET') return as.get(`${path}?${queryText({ ...query, ...more })}`)
  const asked = { ...body, ...more }
  if (text !== undefined) return as.postText(`${path}?${queryText(query)}`, asked, text)
  return as.post(`${path}?${queryText(query)}`, asked)
}

const refusal = ({ http, body: { err } }: Answer) => [http, err?.code, err?.field]

describe('calls of R3 and more in production', () => {
  test('every call that declares it can weigh so much is tried here', () => {
    expect(Object.keys(CASES).toSorted()).toEqual(routes.filter(mayBeConfirmed).map(nameOf).toSorted())
  })

  test.each(Object.entries(CASES))('%s is refused without and carried out with', async (name, make) => {
    const asked = await make()
    const { target: expected } = asked
    const bare = await send(name, asked)
    expect(refusal(bare)).toEqual([428, 'confirm_required', 'reason'])
    expect(bare.body.err?.details).toMatchObject({ expected })
    expect(refusal(await send(name, asked, { confirm: expected }))).toEqual([
      428,
      'confirm_required',
      'reason',
    ])
    for (const confirm of ['', `${expected}x`, expected.slice(0, -1), queryText(LINE)]) {
      const almost = await send(name, asked, { reason: 'ticket 7', confirm })
      expect(refusal(almost)).toEqual([428, 'confirm_required', 'confirm'])
    }
    const done = await proven(admin, () => send(name, asked, { reason: 'ticket 7', confirm: expected }))
    expect([done.http, done.body.msg]).toEqual([200, ''])
    const { jobId, editId, scheduleId: entry } = (done.body.data ?? {}) as Record<string, string>
    if (name === 'POST /adjust/bulk/start') made.bulkJobId = jobId!
    if (name === 'POST /adjust/api/change') made.editId = editId!
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
