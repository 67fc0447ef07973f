import { mayAskStepUp, mostRisk } from '@qd/contract-kit'
import type { AnyRoute } from '@qd/contract-kit'
import { world } from '@qd/sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  mailDesk,
  mailKey,
  ownRedis,
  peopleDesk,
  proven,
  speakTo,
  startTestConsole,
} from '../testing/index.ts'
import type { Answer, Speaker, TestConsole } from '../testing/index.ts'

/*
 * Every call that can ask for a step-up proof, found by its declaration, outside production: refused without one, refused
 * with the proof of another action, carried out with its own, and refused when it is sent once more. API tokens are
 * refused, unless they were made for it.
 */

const PLAYER = 'uId=10001000003'
const SERVER = 'sId=1&lineId=harbour-dev'
const DEV_LINE = { game: 'lantern', partnerCode: 'harbour', lineCode: 'harbour-dev' }
const ANOTHER = '0'.repeat(64)

let running: TestConsole
let admin: Speaker
let routes: AnyRoute[]
let redis: { lineId: string; connectionId: string; name: string }
beforeAll(async () => {
  running = await startTestConsole({}, { playersPerServer: 50 })
  admin = await running.signIn('admin')
  redis = await ownRedis(running, admin, 'harbour-dev')
  routes = running.features.flatMap((feature) => feature.routes.map(({ route }) => route))
})
afterAll(() => running.dispose())

interface Case {
  query?: string
  body?: object
  text?: string
  /** What the call says once it is proven; default: it is carried out. */
  afterwards?: string
  /** It cannot be carried out here: what it says before it asks for a proof. */
  isRefused?: string
  /** What it says when it is sent once more, besides asking for a proof again; it is never carried out. */
  again?: string
}

const ask = async <T>(path: string, body: object = {}): Promise<T> => {
  const answer = await admin.post<T>(path, body)
  expect([path, answer.http, answer.body.msg]).toEqual([path, 200, ''])
  return answer.body.data
}

async function resetting() {
  const { list } = await ask<{ list: { source: string; id: string; version: string }[] }>(
    `/adjust/function/list?${SERVER}`,
  )
  const { source, id, version } = list.find((entry) => entry.id === 'resetPlayer')!
  return { function: { source, id, version }, params: {} }
}

const { idOf, newGroup } = peopleDesk(ask)
const READING = { role: 'reader', scope: 'lantern', environment: '*' }
const NEWCOMER = { name: 'x', department: '', mustUseSecondFactor: false, grants: [READING], groupIds: [] }

/** A list of R4, started with a proof, whose one player is not there. */
async function failedList(): Promise<string> {
  const body = { ...(await resetting()), reason: 'ticket 7', idempotencyKey: idempotencyKey() }
  const path = `/adjust/function/runMany?${SERVER}`
  const run = () => admin.postText<{ jobId: string }>(path, body, '10001999999')
  const { jobId } = (await proven(admin, run)).body.data
  const state = async () => (await ask<{ state: string }>('/platform/job/get', { jobId })).state
  await expect.poll(state, { timeout: 30_000 }).toBe('failed')
  return jobId
}

let keys = 0
const idempotencyKey = () => `step-up-${++keys}`
const newToken = (tokenName: string, more: object) => ({
  tokenName,
  expiresAt: Date.now() + 3_600_000,
  grants: [{ scope: '*', environment: '*', codes: ['*'] }],
  ...more,
})

const YEARLY = {
  rule: { kind: 'cron', expression: '0 4 1 1 *' },
  zone: 'UTC',
  overlap: 'skip',
  missed: 'skip',
}

/** An entry of a function of R4, made with its proof. */
async function scheduled(): Promise<string> {
  const name = 'POST /adjust/function/schedule'
  const asked = await CASES[name]!()
  const made = await proven(admin, () => send(admin, name, asked))
  return (made.body.data as { scheduleId: string }).scheduleId
}

const proofKeys = async () =>
  (await ask<{ keys: { fingerprint: string; state: string }[] }>('/platform/approvals/keys')).keys

const CASES: Record<string, () => Promise<Case>> = {
  'POST /platform/approvals/keys/renew': async () => {
    const active = (await proofKeys()).find(({ state }) => state === 'active')
    return {
      body: { fingerprint: active?.fingerprint ?? '', reason: 'yearly' },
      again: 'approval_key_changed',
    }
  },
  'POST /platform/approvals/keys/revoke': async () => ({
    body: { fingerprint: (await proofKeys())[0]!.fingerprint, reason: 'stolen' },
    again: 'approval_key_changed',
  }),
  'POST /partner/mail/take-back': async () => {
    const confirmation = { reason: 'ticket 7' }
    const desk = { admin, lineId: 'harbour-dev', uId: '10001000003', confirmation }
    return {
      query: 'lineId=harbour-dev',
      body: { id: await mailDesk(desk).sent(), reason: 'ticket 7', idempotencyKey: mailKey() },
      again: 'mail_not_sent',
    }
  },
  'POST /adjust/function/run': async () => {
    const body = await resetting()
    const { dryRunId } = await ask<{ dryRunId: string }>(`/adjust/function/dryRun?${PLAYER}`, body)
    return {
      query: PLAYER,
      body: { ...body, dryRunId, reason: 'ticket 7', idempotencyKey: idempotencyKey() },
    }
  },
  'POST /adjust/function/effects': async () => ({
    query: SERVER,
    body: { name: 'recomputeRanks', effects: ['many'], revision: 0, reason: 'ticket 7' },
    again: 'function_effects_changed',
  }),
  'POST /adjust/function/runMany': async () => ({
    query: SERVER,
    body: { ...(await resetting()), reason: 'ticket 7', idempotencyKey: idempotencyKey() },
    text: '10001000004\n10001000005',
  }),
  'POST /adjust/function/schedule': async () => ({
    query: SERVER,
    body: { ...(await resetting()), timing: YEARLY, reason: 'ticket 7', idempotencyKey: idempotencyKey() },
    text: '10001000004\n10001000005',
  }),
  'POST /adjust/redis/database/flush': async () => ({
    body: { lineId: redis.lineId, connectionId: redis.connectionId, db: 14, confirm: redis.name },
  }),
  'POST /adjust/redis/server/acl/change': async () => ({
    body: {
      lineId: redis.lineId,
      connectionId: redis.connectionId,
      db: 14,
      aclChange: { kind: 'resetAclLog' },
      confirm: redis.name,
    },
  }),
  'POST /adjust/redis/connection/export': async () => ({
    body: { lineId: redis.lineId, passphrase: 'a long passphrase' },
  }),
  'POST /platform/gamePropValue/save': async () => ({
    body: { ...DEV_LINE, values: { number: '2', rate: { per: '1000', worth: '1' } }, reason: 'ticket 7' },
    again: 'value_exists',
  }),
  // Of the one that was saved above.
  'POST /platform/gamePropValue/remove': async () => {
    const { list } = await ask<{ list: { id: string; revision: number }[] }>(
      '/platform/gamePropValue/records',
      DEV_LINE,
    )
    const { id, revision } = list[0]!
    return { body: { ...DEV_LINE, id, revision, reason: 'ticket 7' }, again: 'value_not_found' }
  },
  'POST /platform/schedule/edit': async () => ({
    body: { scheduleId: await scheduled(), revision: 0, timing: { ...YEARLY, missed: 'once' } },
  }),
  'POST /platform/schedule/runNow': async () => ({
    body: { scheduleId: await scheduled(), idempotencyKey: idempotencyKey() },
  }),
  'POST /platform/schedule/resume': async () => {
    const scheduleId = await scheduled()
    await ask('/platform/schedule/pause', { scheduleId })
    return { body: { scheduleId } }
  },
  'POST /api/auth/second-factor/recovery-codes': async () => ({ isRefused: 'second_factor_off' }),
  'POST /api/auth/second-factor/start': async () => ({}),
  'POST /api/auth/tokens/create': async () => ({ body: newToken('nightly', { actsAlone: true }) }),
  'POST /platform/catalogue/delete': async () => ({
    body: { game: 'lantern', partnerCode: 'harbour', lineId: 'harbour-dev', sId: 2, revision: 1 },
    again: 'catalogue_record_gone',
  }),
  'POST /platform/job/retry': async () => ({
    body: { jobId: await failedList(), which: 'failed' },
    again: 'job_wrong_state',
  }),
  'POST /platform/user/grants': async () => ({
    body: { userId: await idOf('operator'), give: [READING], take: [] },
  }),
  'POST /platform/user/invite': async () => ({
    body: { ...NEWCOMER, username: `newcomer-${++keys}` },
    again: 'username_taken',
  }),
  'POST /platform/user/link': async () => ({ body: { userId: await idOf('reader') } }),
  'POST /platform/userGroup/grants': async () => ({
    body: { groupId: await newGroup(), give: [READING], take: [] },
  }),
  'POST /platform/userGroup/members/change': async () => ({
    body: { groupId: await newGroup(), join: [await idOf('operator')], leave: [] },
  }),
  'POST /platform/user/secondFactor/drop': async () => ({ body: { userId: await idOf('operator') } }),
  'POST /platform/user/person/tie': async () => ({
    body: { userId: await idOf('operator'), otherId: await idOf('reader') },
  }),
  // After it was tied above.
  'POST /platform/user/person/untie': async () => ({ body: { userId: await idOf('operator') } }),
}

/** A run of R4 by somebody else that waits for an approval. */
async function waiting(): Promise<{ id: string; hash: string }> {
  const developer = await running.signIn('developer')
  const player = { uId: '30123000045' }
  const run = await resetting()
  const dry = await developer.post<{ dryRunId: string }>(`/adjust/function/dryRun?uId=${player.uId}`, run)
  const body = { ...run, dryRunId: dry.body.data.dryRunId, idempotencyKey: idempotencyKey() }
  const order = { route: 'POST /adjust/function/run', input: { query: player, body }, reason: 'ticket 7' }
  const made = await developer.postText<{ id: string; hash: string }>('/platform/approvals/submit', order, '')
  if (made.http !== 200) throw new Error(made.body.msg)
  const { id, hash } = made.body.data
  return { id, hash }
}

/** Asks for approvals of nothing that is tried here but what `waiting` makes. */
const APPROVED_RUNS = {
  name: 'Runs of R4',
  isActive: true,
  match: {
    types: ['custom-function.run'],
    environments: [],
    scopes: ['lantern/northwind'],
    leastRisk: 'R4',
    limits: null,
  },
  stages: [{ name: 'Review', need: 1, groups: [] }],
  differentPeople: true,
  decideWithinHours: 72,
}

Object.assign(CASES, {
  'POST /platform/approvals/policies/save': async () => ({
    body: { version: 0, policy: APPROVED_RUNS, reason: 'ticket 7' },
  }),
  'POST /platform/approvals/settings/save': async () => ({
    body: { isOn: true, version: 0, reason: 'ticket 7' },
    again: 'approval_policy_changed',
  }),
  // They are on from here.
  'POST /platform/approvals/vote': async () => ({
    body: { ...(await waiting()), decision: 'approve' },
    again: 'approval_state_changed',
  }),
  'POST /platform/approvals/override': async () => ({
    body: { ...(await waiting()), reason: 'ticket 7' },
    again: 'approval_state_changed',
  }),
  'POST /platform/approvals/delegations/save': async () => ({
    body: { to: 'reviewer', fromAt: Date.now(), toAt: Date.now() + 3_600_000, reason: 'on leave' },
  }),
} satisfies typeof CASES)

const GONE = '00000000-0000-7000-8000-000000000000'

/** The same calls with input that is refused whoever sends it, and what is said of it. No code is asked for then. */
const REFUSED: Record<string, () => Promise<Case & { code: string }>> = {
  'POST /platform/approvals/keys/renew': async () => ({
    body: { fingerprint: ANOTHER, reason: 'yearly' },
    code: 'approval_key_changed',
  }),
  'POST /platform/approvals/keys/revoke': async () => ({
    body: { fingerprint: ANOTHER, reason: 'stolen' },
    code: 'approval_key_changed',
  }),
  'POST /partner/mail/take-back': async () => ({
    query: 'lineId=harbour-dev',
    body: { id: GONE, reason: 'ticket 7', idempotencyKey: mailKey() },
    code: 'mail_not_found',
  }),
  'POST /adjust/function/run': async () => ({
    query: PLAYER,
    body: { ...(await resetting()), dryRunId: GONE, reason: 'ticket 7', idempotencyKey: idempotencyKey() },
    code: 'dry_run_required',
  }),
  'POST /adjust/function/effects': async () => ({
    query: SERVER,
    body: { name: 'recomputeRanks', effects: [], revision: 9, reason: 'ticket 7' },
    code: 'function_effects_changed',
  }),
  'POST /adjust/function/runMany': async () => ({
    query: SERVER,
    body: { ...(await resetting()), reason: 'ticket 7', idempotencyKey: idempotencyKey() },
    text: 'nobody',
    code: 'function_players_foreign',
  }),
  'POST /adjust/function/schedule': async () => ({
    query: SERVER,
    body: {
      ...(await resetting()),
      timing: { ...YEARLY, zone: 'Nowhere/Here' },
      reason: 'ticket 7',
      idempotencyKey: idempotencyKey(),
    },
    text: '10001000004',
    code: 'schedule_zone_unknown',
  }),
  'POST /adjust/redis/database/flush': async () => ({
    body: { lineId: redis.lineId, connectionId: GONE, db: 14, confirm: redis.name },
    code: 'redis_connection_not_found',
  }),
  'POST /adjust/redis/server/acl/change': async () => ({
    body: {
      lineId: redis.lineId,
      connectionId: GONE,
      db: 14,
      aclChange: { kind: 'resetAclLog' },
      confirm: redis.name,
    },
    code: 'redis_connection_not_found',
  }),
  'POST /adjust/redis/connection/export': async () => ({
    body: { lineId: redis.lineId, passphrase: 'x' },
    code: 'field_invalid',
  }),
  'POST /platform/schedule/edit': async () => ({
    body: { scheduleId: GONE, revision: 0, timing: YEARLY },
    code: 'schedule_not_found',
  }),
  'POST /platform/schedule/runNow': async () => ({
    body: { scheduleId: GONE, idempotencyKey: idempotencyKey() },
    code: 'schedule_not_found',
  }),
  'POST /platform/schedule/resume': async () => ({ body: { scheduleId: GONE }, code: 'schedule_not_found' }),
  'POST /api/auth/second-factor/recovery-codes': async () => ({ code: 'second_factor_off' }),
  'POST /api/auth/tokens/create': async () => ({
    body: newToken('late', { actsAlone: true, expiresAt: 1 }),
    code: 'token_expiry_invalid',
  }),
  'POST /platform/catalogue/delete': async () => ({
    body: { game: 'lantern', partnerCode: 'harbour', lineId: 'harbour-dev', sId: 99, revision: 1 },
    code: 'catalogue_record_gone',
  }),
  'POST /platform/gamePropValue/save': async () => ({
    body: {
      ...DEV_LINE,
      id: 'no-such-value',
      revision: 1,
      values: { number: '2', rate: { per: '1000', worth: '1' } },
      reason: 'ticket 7',
    },
    code: 'value_not_found',
  }),
  'POST /platform/gamePropValue/remove': async () => ({
    body: { ...DEV_LINE, id: 'no-such-value', revision: 1, reason: 'ticket 7' },
    code: 'value_not_found',
  }),
  'POST /platform/job/retry': async () => ({ body: { jobId: GONE, which: 'failed' }, code: 'job_not_found' }),
  'POST /platform/user/grants': async () => ({
    body: { userId: GONE, give: [READING], take: [] },
    code: 'account_not_found',
  }),
  'POST /platform/user/invite': async () => ({
    body: { ...NEWCOMER, username: 'reader' },
    code: 'username_taken',
  }),
  'POST /platform/user/link': async () => ({ body: { userId: GONE }, code: 'account_not_found' }),
  'POST /platform/userGroup/grants': async () => ({
    body: { groupId: GONE, give: [READING], take: [] },
    code: 'group_not_found',
  }),
  'POST /platform/userGroup/members/change': async () => ({
    body: { groupId: GONE, join: [await idOf('operator')], leave: [] },
    code: 'group_not_found',
  }),
  'POST /platform/user/secondFactor/drop': async () => ({
    body: { userId: GONE },
    code: 'account_not_found',
  }),
  'POST /platform/user/person/tie': async () => ({
    body: { userId: await idOf('operator'), otherId: GONE },
    code: 'account_not_found',
  }),
  'POST /platform/user/person/untie': async () => ({ body: { userId: GONE }, code: 'account_not_found' }),
  'POST /platform/approvals/policies/save': async () => ({
    body: { id: GONE, version: 7, policy: APPROVED_RUNS, reason: 'ticket 7' },
    code: 'approval_policy_not_found',
  }),
  'POST /platform/approvals/settings/save': async () => ({
    body: { isOn: true, version: 99, reason: 'ticket 7' },
    code: 'approval_policy_changed',
  }),
  'POST /platform/approvals/vote': async () => ({
    body: { id: GONE, hash: ANOTHER, decision: 'approve' },
    code: 'approval_not_found',
  }),
  'POST /platform/approvals/override': async () => ({
    body: { id: GONE, hash: ANOTHER, reason: 'ticket 7' },
    code: 'approval_not_found',
  }),
  'POST /platform/approvals/delegations/save': async () => ({
    body: { to: 'nobody', fromAt: Date.now(), toAt: Date.now() + 3_600_000, reason: 'on leave' },
    code: 'approval_delegate_unknown',
  }),
}
/** Takes nothing that could be wrong. */
const WITHOUT_INPUT = ['POST /api/auth/second-factor/start']

const nameOf = ({ method, path }: AnyRoute) => `${method} ${path}`

function send(by: Speaker, name: string, { query = '', body = {}, text }: Case): Promise<Answer> {
  const path = `${name.split(' ')[1]}?${query}`
  return text === undefined ? by.post(path, body) : by.postText(path, body, text)
}

const codeOf = ({ body }: Answer) => body.err?.code ?? 'done'
const stepUpOf = ({ body }: Answer) => {
  const { stepUp } = (body.err?.details ?? {}) as { stepUp?: { action: string; ways: string[] } }
  if (stepUp === undefined) throw new Error('no proof was asked for')
  return stepUp
}
const give = (action: string) => admin.post('/api/auth/step-up', { action, password: world.accountPassword })

describe('calls that ask for a proof', () => {
  test('taking away and letting leave ask for none', async () => {
    const [userId, groupId] = [await idOf('operator'), await newGroup()]
    const change = { give: [], take: [{ ...READING, scope: 'lantern/northwind' }] }
    await ask('/platform/user/grants', { userId, ...change })
    await ask('/platform/userGroup/grants', { groupId, ...change })
    await ask('/platform/userGroup/members/change', { groupId, join: [], leave: [userId] })
  })

  test('every call of R4, every call that may rise to it and every other that declares it is tried here', () => {
    expect(Object.keys(CASES).toSorted()).toEqual(routes.filter(mayAskStepUp).map(nameOf).toSorted())
    for (const route of routes.filter((each) => mostRisk(each) === 'R4')) {
      expect(CASES).toHaveProperty([nameOf(route)])
    }
  })

  test('input that is refused anyway is tried of every call', () => {
    const names = Object.keys(CASES).filter((name) => !WITHOUT_INPUT.includes(name))
    expect(Object.keys(REFUSED).toSorted()).toEqual(names.toSorted())
  })

  test.each(Object.entries(REFUSED))(
    '%s: what is refused anyway is refused before a code is asked for',
    async (name, make) => {
      const { code, ...asked } = await make()
      const answer = await send(admin, name, asked)
      expect([codeOf(answer), answer.http < 500 && answer.http !== 428]).toEqual([code, true])
    },
  )

  test.each(Object.entries(CASES))('%s is carried out with its own proof, once', async (name, make) => {
    const asked = await make()
    const bare = await send(admin, name, asked)
    if (asked.isRefused !== undefined) return expect(codeOf(bare)).toBe(asked.isRefused)
    expect([bare.http, codeOf(bare)]).toEqual([428, 'step_up_needed'])
    const stepUp = stepUpOf(bare)
    expect(stepUp.ways).toEqual(['password'])
    expect((await give(ANOTHER)).http).toBe(200)
    expect(codeOf(await send(admin, name, asked))).toBe('step_up_needed')
    expect((await give(stepUp.action)).http).toBe(200)
    const done = await send(admin, name, asked)
    expect([codeOf(done), done.body.msg === '']).toEqual([
      asked.afterwards ?? 'done',
      asked.afterwards === undefined,
    ])
    const again = codeOf(await send(admin, name, asked))
    expect(['step_up_needed', asked.again ?? 'step_up_needed']).toContain(again)
  })

  test.each(['POST /adjust/function/runMany', 'POST /adjust/function/schedule'])(
    'a list that changed after the proof was given is another action: %s',
    async (name) => {
      const asked = await CASES[name]!()
      const bare = await send(admin, name, asked)
      const stepUp = stepUpOf(bare)
      expect((await give(stepUp.action)).http).toBe(200)
      const longer = { ...asked, text: `${asked.text}\n10001000006` }
      expect(codeOf(await send(admin, name, longer))).toBe('step_up_needed')
      expect(codeOf(await send(admin, name, asked))).toBe('done')
    },
  )

  test('other times or another function are another action than the one that was proved', async () => {
    const name = 'POST /adjust/function/schedule'
    const asked = await CASES[name]!()
    const bare = await send(admin, name, asked)
    expect((await give(stepUpOf(bare).action)).http).toBe(200)
    const other = { ...asked, body: { ...asked.body, timing: { ...YEARLY, missed: 'each' } } }
    expect(codeOf(await send(admin, name, other))).toBe('step_up_needed')
    expect(codeOf(await send(admin, name, asked))).toBe('done')
  })

  test('reason and typed name may be corrected after the proof was given', async () => {
    const name = 'POST /adjust/function/run'
    const asked = await CASES[name]!()
    const bare = await send(admin, name, asked)
    const stepUp = stepUpOf(bare)
    expect((await give(stepUp.action)).http).toBe(200)
    const corrected = { ...asked, body: { ...asked.body, reason: 'ticket 8', confirm: 'x' } }
    expect(codeOf(await send(admin, name, corrected))).toBe('done')
  })

  test('an API token is refused, unless it was made to act alone; the audit tells which', async () => {
    const plain = await ask<{ token: string }>(
      '/api/auth/tokens/create',
      newToken('plain', { password: world.accountPassword }),
    )
    const name = 'POST /adjust/function/run'
    const refused = await send(speakTo(running.url, plain.token), name, await CASES[name]!())
    expect([refused.http, codeOf(refused)]).toEqual([403, 'step_up_by_person'])
    const scheduling = 'POST /adjust/function/schedule'
    const later = await send(speakTo(running.url, plain.token), scheduling, await CASES[scheduling]!())
    expect([later.http, codeOf(later)]).toEqual([403, 'step_up_by_person'])
    const made = newToken('alone', { actsAlone: true })
    const alone = await proven(admin, () => admin.post<{ token: string }>('/api/auth/tokens/create', made))
    const by = speakTo(running.url, alone.body.data.token)
    expect(codeOf(await send(by, name, await runBy(by)))).toBe('done')
    const own = await runBy(admin)
    expect(codeOf(await proven(admin, () => send(admin, name, own)))).toBe('done')
    const { list } = await ask<{ list: { seq: number }[] }>('/platform/audit/list', {
      action: 'custom-function.run',
    })
    const rows = await Promise.all(list.map(({ seq }) => ask('/platform/audit/get', { seq })))
    expect(JSON.stringify(rows)).toContain(`"way":"token"`)
    expect(JSON.stringify(rows)).toContain('"way":"password"')
  })

  test('a branch with production below asks once for all, and what is refused anyway for nothing', async () => {
    const name = 'POST /platform/catalogue/delete'
    const { operators } = await ask<{ operators: { partnerCode: string; revision: number }[] }>(
      '/platform/catalogue/tree',
    )
    const { revision } = operators.find(({ partnerCode }) => partnerCode === 'harbour')!
    const place = { game: 'lantern', partnerCode: 'harbour', revision }
    expect(codeOf(await send(admin, name, { body: place }))).toBe('catalogue_not_empty')
    const older = { ...place, cascade: true, revision: revision + 1 }
    expect(codeOf(await send(admin, name, { body: older }))).toBe('conflict')
    const body = { ...place, cascade: true }
    const bare = await send(admin, name, { body })
    expect(codeOf(bare)).toBe('confirm_required')
    const { expected } = bare.body.err!.details as { expected: string }
    expect((await give(stepUpOf(bare).action)).http).toBe(200)
    const done = await send(admin, name, { body: { ...body, reason: 'ticket 7', confirm: expected } })
    expect([codeOf(done), done.http]).toEqual(['done', 200])
  })
})

/** A dry run is good for who made it. */
async function runBy(by: Speaker): Promise<Case> {
  const body = await resetting()
  const dry = await by.post<{ dryRunId: string }>(`/adjust/function/dryRun?${PLAYER}`, body)
  const { dryRunId } = dry.body.data
  return { query: PLAYER, body: { ...body, dryRunId, reason: 'nightly', idempotencyKey: idempotencyKey() } }
}
