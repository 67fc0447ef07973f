import type { ApprovalDetail } from '@qd/approvals/contract'
import { EFFECTS } from '@qd/contract-kit'
import type { Effect } from '@qd/contract-kit'
import type { Commit } from '@qd/session/server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  aCodeBatch,
  mailDesk,
  mailKey,
  proven,
  speakTo,
  startTestConsole,
  withoutFactor,
} from '../testing/index.ts'
import type { Answer, Speaker, TestConsole } from '../testing/index.ts'

/*
 * Ways round an approval, each tried through the calls that people and programs have: none of them gets more done than
 * what was approved, and nothing of what was vetoed.
 */

const PASSWORD = 'tide over the harbour wall'
const LINE = 'harbour-prod'
const UID = '10011000003'
const TEST_UID = '30123000001'
const NEXT_UID = '10011000004'
const ROLE = 'POST /platform/role/save'
const BULK = 'POST /adjust/bulk/start'

interface Ref {
  id: string
  hash: string
}

let running: TestConsole
let admin: Speaker
let reviewer: Speaker
/** A second one who may do everything, to be author and approver besides. */
let other: Speaker
beforeAll(async () => {
  running = await startTestConsole({ QD_SANDBOX_APPROVALS: 'on' }, { playersPerServer: 5, withRedis: false })
  admin = await running.signIn('admin')
  reviewer = await running.signIn('reviewer')
  await withoutFactor(reviewer)
  other = await newcomer('other', 'admin')
})
afterAll(() => running.dispose())

const commit: Commit = (change) => running.store.write((tx) => change(tx as never))

async function newcomer(username: string, role: string): Promise<Speaker> {
  const userId = await running.session.administration.createUser(commit, {
    username,
    name: username,
    password: PASSWORD,
    grants: [{ role, scope: '*', environment: '*' }],
  })
  expect(userId).toBeTypeOf('string')
  return running.signIn(username, PASSWORD)
}

const codeOf = ({ body }: Answer) => body.err?.code ?? 'ok'
const detailOf = async ({ id }: Pick<Ref, 'id'>) =>
  (await admin.post<ApprovalDetail>('/platform/approvals/get', { id })).body.data
const submit = (as: Speaker, route: string, input: object, text = '') =>
  as.postText<Ref>('/platform/approvals/submit', { route, input, reason: 'ticket 7' }, text)
async function submitted(as: Speaker, route: string, input: object, text = ''): Promise<Ref> {
  const answer = await submit(as, route, input, text)
  expect(answer.body.msg).toBe('')
  return answer.body.data
}
const vote = (as: Speaker, { id, hash }: Ref) =>
  proven(as, () => as.post('/platform/approvals/vote', { id, hash, decision: 'approve' }))
const execute = (as: Speaker, { id, hash }: Ref) => as.post('/platform/approvals/execute', { id, hash })
const veto = (as: Speaker, { id, hash }: Ref) =>
  as.post('/platform/approvals/veto', { id, hash, reason: 'never' })
async function approved(as: Speaker, route: string, input: object, text = ''): Promise<Ref> {
  const request = await submitted(as, route, input, text)
  expect((await vote(reviewer, request)).body.msg).toBe('')
  return request
}
async function ended(request: Ref): Promise<ApprovalDetail> {
  await expect
    .poll(async () => (await detailOf(request)).run.endedAt, { timeout: 20_000 })
    .toBeTypeOf('number')
  return detailOf(request)
}

let keys = 0
const idempotencyKey = () => `detour-${String(++keys).padStart(4, '0')}`
const roleOf = (code: string, codes = ['approvals.see']) => ({
  body: { code, name: code, codes, version: 0 },
})
const rolesNamed = async (code: string) =>
  (await admin.post<{ code: string }[]>('/platform/role/list', {})).body.data.filter(
    (role) => role.code === code,
  )

/** A bulk edit that does one row, which fails as it takes more than there is, and waits for somebody to say "go on". */
async function halting(): Promise<{ input: object; list: string }> {
  const change = { diff: 'CurrencyInfo', path: ['diamond'], op: 'set', by: `-${'9'.repeat(12)}` }
  const bulk = { set: { changes: [change], onlyUnchanged: false, existing: 'skip' } }
  const list = `${UID}\n${NEXT_UID}`
  const query = { lineId: LINE }
  const seen = await admin.postText<{ hash: string }>(`/adjust/bulk/preview?lineId=${LINE}`, bulk, list)
  expect(seen.body.msg).toBe('')
  const tryFirst = { players: 1, mostFailedPercent: 100 }
  const body = { ...bulk, hash: seen.body.data.hash, onlinePolicy: 'live', tryFirst }
  return { input: { query, body: { ...body, idempotencyKey: idempotencyKey() } }, list }
}
const jobOf = async (jobId: string) =>
  (
    await admin.post<{ state: string; stage: number; counters: { done: number; failed: number } }>(
      '/platform/job/get',
      { jobId },
    )
  ).body.data

test('an API token goes the same way as a page; its owner decides nothing of what it handed in', async () => {
  const made = await admin.post<{ token: string }>('/api/auth/tokens/create', {
    tokenName: 'robot',
    expiresAt: Date.now() + 600_000,
    grants: [{ scope: '*', environment: '*', codes: ['*'] }],
    password: 'quarterdeck-sandbox',
  })
  const robot = speakTo(running.url, made.body.data.token)
  const { body } = roleOf('by-token')
  expect(codeOf(await robot.post('/platform/role/save', body))).toBe('approval_required')
  const request = await submitted(robot, ROLE, { body })
  for (const as of [robot, admin]) {
    expect(['approval_own', 'own_session_required']).toContain(codeOf(await vote(as, request)))
  }
  expect(codeOf(await execute(admin, request))).toBe('approval_state_changed')
  expect(codeOf(await vote(reviewer, request))).toBe('ok')
  expect(await rolesNamed('by-token')).toEqual([])
  expect(codeOf(await execute(admin, request))).toBe('ok')
  expect((await ended(request)).execution).toBe('succeeded')
  expect(await rolesNamed('by-token')).toHaveLength(1)
})

test('a veto while a job works ends it at its next row, and nobody wakes it again', async () => {
  const { input, list } = await halting()
  const request = await approved(admin, BULK, input, list)
  expect(codeOf(await execute(admin, request))).toBe('ok')
  const jobId = async () => (await detailOf(request)).run.jobId ?? ''
  await expect.poll(jobId, { timeout: 20_000 }).not.toBe('')
  const id = await jobId()
  await expect.poll(async () => (await jobOf(id)).state, { timeout: 20_000 }).toBe('paused')
  expect(codeOf(await veto(other, request))).toBe('ok')
  expect(await ended(request)).toMatchObject({ status: 4, execution: 'cancelled' })
  expect(await jobOf(id)).toMatchObject({ state: 'cancelled', may: { retryFailed: false } })
  const wakes: [path: string, body: object][] = [
    ['retry', { jobId: id, which: 'failed' }],
    ['go-on', { jobId: id, stage: 0 }],
    ['resume', { jobId: id }],
  ]
  for (const as of [admin, other]) {
    for (const [path, body] of wakes) {
      const answer = await proven(as, () => as.post(`/platform/job/${path}`, body))
      expect([path, codeOf(answer)]).toEqual([path, 'approval_vetoed'])
    }
  }
  expect((await jobOf(id)).counters).toMatchObject({ done: 0 })
})

test('what was vetoed is neither sent again from the page of the mail, nor handed in for 30 days', async () => {
  const desk = mailDesk({ admin, lineId: LINE, uId: UID, confirmation: {} })
  const input = { query: { lineId: LINE }, body: { ...(await desk.ready()), idempotencyKey: mailKey() } }
  const release = 'POST /partner/mail/release'
  const request = await approved(admin, release, input)
  expect(codeOf(await veto(other, request))).toBe('ok')
  expect(codeOf(await execute(admin, request))).toBe('approval_state_changed')
  const again = { ...input, body: { ...input.body, idempotencyKey: mailKey() } }
  expect(codeOf(await submit(admin, release, again))).toBe('approval_vetoed_before')
  expect(codeOf(await submit(other, release, again))).toBe('approval_vetoed_before')
})

test('what somebody else had handed in before the veto of the same is not done either', async () => {
  const input = roleOf('twin')
  const [mine, theirs, late] = [
    await approved(admin, ROLE, input),
    await approved(other, ROLE, input),
    await submitted(await newcomer('third', 'admin'), ROLE, input),
  ]
  expect(codeOf(await veto(other, mine))).toBe('ok')
  expect(codeOf(await vote(reviewer, late))).toBe('approval_vetoed_before')
  expect(codeOf(await execute(other, theirs))).toBe('approval_vetoed_before')
  expect(await rolesNamed('twin')).toEqual([])
})

test('an entry made before a policy asked for its approval is not moved, run or resumed by hand any more', async () => {
  const query = { lineId: 'northwind-test', sId: '123' }
  const at = new URLSearchParams(query).toString()
  const { list } = (
    await admin.post<{ list: { source: string; id: string; version: string }[] }>(
      `/adjust/function/list?${at}`,
    )
  ).body.data
  const { source, id, version } = list.find((each) => each.id === 'clearMail')!
  const rule = { kind: 'cron', expression: '0 9 1 1 *' }
  const timing = { rule, zone: 'UTC', overlap: 'skip', missed: 'skip' }
  const body = { function: { source, id, version }, params: { days: 7 }, timing, reason: 'tidy' }
  const made = await admin.postText<{ scheduleId: string }>(
    `/adjust/function/schedule?${at}`,
    { ...body, idempotencyKey: idempotencyKey() },
    TEST_UID,
  )
  expect(made.body.msg).toBe('')
  const { scheduleId } = made.body.data
  const policy = {
    name: 'schedules of the test line',
    isActive: true,
    match: {
      types: ['custom-function.schedule'],
      environments: ['test'],
      scopes: [],
      leastRisk: 'R3',
      limits: null,
    },
    stages: [{ name: 'one', need: 1, groups: [] }],
    differentPeople: true,
    decideWithinHours: 24,
  }
  const request = await approved(admin, 'POST /platform/approvals/policies/save', {
    body: { policy, version: 0 },
  })
  await execute(admin, request)
  expect((await ended(request)).execution).toBe('succeeded')
  const often = { ...timing, rule: { kind: 'cron', expression: '* * * * *' } }
  const command = { scheduleId, reason: 'sooner' }
  expect(codeOf(await admin.post('/platform/schedule/pause', { scheduleId }))).toBe('ok')
  const tries: [path: string, order: object][] = [
    ['edit', { ...command, revision: 1, timing: often }],
    ['runNow', { ...command, idempotencyKey: idempotencyKey() }],
    ['resume', command],
  ]
  for (const [path, order] of tries) {
    const answer = await proven(admin, () => admin.post(`/platform/schedule/${path}`, order))
    expect([path, codeOf(answer)]).toEqual([path, 'schedule_needs_approval'])
    expect(answer.body.msg).toContain(policy.name)
  }
})

test('what was approved for set times runs at those times: nobody moves them, or runs it in between', async () => {
  const query = { lineId: LINE, sId: '11' }
  const at = new URLSearchParams(query).toString()
  const { list } = (
    await admin.post<{ list: { source: string; id: string; version: string }[] }>(
      `/adjust/function/list?${at}`,
    )
  ).body.data
  const { source, id, version } = list.find((each) => each.id === 'clearMail')!
  const timing = {
    rule: { kind: 'cron', expression: '0 9 1 1 *' },
    zone: 'UTC',
    overlap: 'skip',
    missed: 'skip',
  }
  const body = { function: { source, id, version }, params: { days: 7 }, timing }
  const input = { query, body: { ...body, idempotencyKey: idempotencyKey() } }
  const request = await approved(admin, 'POST /adjust/function/schedule', input, UID)
  await execute(admin, request)
  expect((await ended(request)).execution).toBe('succeeded')
  const entries = await admin.post<{ list: { id: string; isSystem: boolean }[] }>(
    '/platform/schedule/list',
    {},
  )
  const entry = entries.body.data.list.find(({ isSystem }) => !isSystem)!
  const command = { scheduleId: entry.id, reason: 'sooner', confirm: '白帆湾' }
  const often = { ...timing, rule: { kind: 'cron', expression: '* * * * *' } }
  const tries: [path: string, body: object][] = [
    ['edit', { ...command, revision: 0, timing: often }],
    ['runNow', { ...command, idempotencyKey: idempotencyKey() }],
  ]
  for (const as of [admin, other]) {
    for (const [path, order] of tries) {
      const answer = await proven(as, () => as.post(`/platform/schedule/${path}`, order))
      expect([path, codeOf(answer)]).toEqual([path, 'schedule_approved'])
    }
  }
  const shown = await admin.post<object>('/platform/schedule/get', { scheduleId: entry.id })
  expect(shown.body.data).toMatchObject({ may: { edit: false, runNow: false, pause: true, delete: true } })
  expect(
    (await admin.post<{ list: object[] }>('/platform/schedule/runs', { scheduleId: entry.id })).body.data
      .list,
  ).toEqual([])
})

test('a stale hash is neither approved nor executed; a change takes the approval away', async () => {
  const first = await approved(admin, ROLE, roleOf('stale'))
  const revise = (revision: number, codes: string[]) =>
    admin.postText<Ref>(
      '/platform/approvals/revise',
      { id: first.id, revision, input: roleOf('stale', codes), reason: 'more' },
      '',
    )
  const { hash } = (await revise(1, ['approvals.see', 'approvals.decide'])).body.data
  const second = { id: first.id, hash }
  expect(hash).not.toBe(first.hash)
  expect(await detailOf(first)).toMatchObject({ status: 1, execution: 'none' })
  for (const each of [first, second]) {
    expect(codeOf(await execute(admin, each))).toBe('approval_state_changed')
  }
  expect(codeOf(await vote(reviewer, first))).toBe('approval_revision_changed')
  expect(codeOf(await vote(reviewer, second))).toBe('ok')
  expect(codeOf(await execute(admin, first))).toBe('approval_revision_changed')
  expect(await rolesNamed('stale')).toEqual([])
})

test('of two on one object the first is done, the second fails on what it was based on', async () => {
  const made = await approved(admin, ROLE, roleOf('contested', []))
  await execute(admin, made)
  await ended(made)
  const change = (code: string) => ({ body: { ...roleOf('contested', [code]).body, version: 1 } })
  const one = await approved(admin, ROLE, change('approvals.see'))
  const two = await submit(other, ROLE, change('approvals.decide'))
  expect(two.body.data).toMatchObject({ conflicts: 1 })
  expect(codeOf(await vote(reviewer, two.body.data))).toBe('ok')
  await execute(admin, one)
  expect((await ended(one)).execution).toBe('succeeded')
  await execute(other, two.body.data)
  const failed = await ended(two.body.data)
  expect([failed.execution, failed.run.code]).toEqual(['failed', expect.stringMatching(/changed/)])
  expect(failed.run.message).not.toBe('')
  expect(await rolesNamed('contested')).toMatchObject([{ codes: ['approvals.see'] }])
})

test('two approvers at the same moment: one vote counts where one is needed', async () => {
  const request = await submitted(admin, ROLE, roleOf('raced'))
  const answers = await Promise.all([vote(reviewer, request), vote(other, request)])
  expect(answers.map(codeOf).toSorted()).toEqual(['approval_state_changed', 'ok'])
  expect((await detailOf(request)).votes).toHaveLength(1)
})

test('an approver who loses the role, and an author whose account is closed, stop what was approved', async () => {
  const approver = await newcomer('fleeting', 'reviewer')
  const { id: approverId } = (await approver.get<{ id: string }>('/adjust/userInfo')).body.data
  const request = await submitted(admin, ROLE, roleOf('orphan'))
  expect(codeOf(await vote(approver, request))).toBe('ok')
  await running.session.administration.setRoles(commit, approverId, [])
  await execute(admin, request)
  expect((await ended(request)).run.code).toBe('approval_votes_lost')

  const author = await newcomer('leaver', 'admin')
  const { id: authorId } = (await author.get<{ id: string }>('/adjust/userInfo')).body.data
  const begins = { from: null, to: null, auto: true }
  const order = { route: ROLE, input: roleOf('leaving'), reason: 'last day', window: begins }
  const left = await author.postText<Ref>('/platform/approvals/submit', order, '')
  const closed = await proven(admin, () =>
    admin.post('/platform/user/disable', { userId: authorId, isDisabled: true }),
  )
  expect(closed.body.msg).toBe('')
  expect(codeOf(await vote(reviewer, left.body.data))).toBe('ok')
  const gone = await ended(left.body.data)
  expect([gone.execution, gone.run.code]).toEqual(['failed', 'approval_author_gone'])
  expect(gone.run.message).not.toBe('')
  expect([...(await rolesNamed('orphan')), ...(await rolesNamed('leaving'))]).toEqual([])
})

describe('a policy that names an effect', () => {
  const TEST_LINE = 'northwind-test'
  const AT = `?lineId=${TEST_LINE}`
  const ON = `?lineId=${TEST_LINE}&sId=123`
  const OF = `?uId=${TEST_UID}`
  const reason = 'ticket 7'
  const diamond = { diff: 'CurrencyInfo', path: ['diamond'] }
  const BEFORE = 1_000

  async function setPolicies(effects: Effect[] | null): Promise<void> {
    const body = {
      name: 'By effect',
      isActive: true,
      match: { effects, types: [], environments: [], scopes: [], leastRisk: 'R0', limits: null },
      stages: [{ name: 'one', need: 1, groups: [] }],
      differentPeople: true,
      decideWithinHours: 24,
    }
    const row = { id: 'by-effect', name: body.name, version: 1, body: JSON.stringify(body), is_widened: 0 }
    const store = running.store.as<{ approval_policy: Record<string, unknown> }>()
    await store.write(async (tx) => {
      await tx.deleteFrom('approval_policy').execute()
      if (effects === null) return
      await tx
        .insertInto('approval_policy')
        .values({ ...row, updated_at: 1, updated_by: '' })
        .execute()
    })
  }

  async function asked<T>(path: string, body: object, text?: string): Promise<T> {
    const answer =
      text === undefined ? await admin.post<T>(path, body) : await admin.postText<T>(path, body, text)
    expect([path, answer.body.msg]).toEqual([path, ''])
    return answer.body.data
  }
  async function change(changes: object[]): Promise<Answer<{ editId: string }>> {
    const { version } = await asked<{ version: string }>(`/adjust/get${OF}`, { diffs: ['CurrencyInfo'] })
    return admin.post(`/adjust/api/change${OF}`, {
      version,
      changes,
      reason,
      idempotencyKey: idempotencyKey(),
    })
  }
  const diamonds = async () =>
    (
      await asked<{ data: { currency: { diamond: number } } }>(`/adjust/get${OF}`, {
        diffs: ['CurrencyInfo'],
      })
    ).data.currency.diamond

  async function bulk(changes: object[]): Promise<Answer> {
    const set = { changes, onlyUnchanged: false, existing: 'skip' }
    const { hash } = await asked<{ hash: string }>(`/adjust/bulk/preview${AT}`, { set }, TEST_UID)
    const order = { set, hash, onlinePolicy: 'live', reason, idempotencyKey: idempotencyKey() }
    return admin.postText(`/adjust/bulk/start${AT}`, order, TEST_UID)
  }
  async function composed(): Promise<{ source: string; id: string; version: string }> {
    const give = {
      kind: 'patch',
      changes: [{ ...diamond, op: 'set', value: { $add: [{ $: 'read.had' }, 5] } }],
    }
    const definition = {
      title: 'Give',
      group: '',
      comment: '',
      target: 'player',
      parameters: [],
      steps: [{ kind: 'read', as: 'had', ...diamond }, give],
    }
    const saved = await asked<{ id: string; version: string }>(`/adjust/function/save${OF}`, {
      note: '',
      definition,
    })
    return { source: 'composed', ...saved }
  }
  async function command(id: string) {
    const { list } = await asked<{ list: { id: string; version: string }[] }>(
      `/adjust/function/list${ON}`,
      {},
    )
    return { source: 'server', id, version: list.find((each) => each.id === id)!.version }
  }
  async function run(which: object, at: string, params: object): Promise<Answer> {
    const dry = await admin.post<{ dryRunId: string }>(`/adjust/function/dryRun${at}`, {
      function: which,
      params,
    })
    const more = dry.body.msg === '' ? { dryRunId: dry.body.data.dryRunId } : {}
    const order = { function: which, params, reason, idempotencyKey: idempotencyKey(), ...more }
    return proven(admin, () => admin.post(`/adjust/function/run${at}`, order))
  }
  async function mail(attach: object[]): Promise<Answer> {
    const desk = mailDesk({ admin, lineId: TEST_LINE, uId: TEST_UID, confirmation: { reason } })
    return admin.post(`/partner/mail/release${AT}`, {
      ...(await desk.ready({ attach })),
      reason,
      idempotencyKey: mailKey(),
    })
  }
  async function codes(part: object): Promise<Answer> {
    const body = {
      lineId: TEST_LINE,
      batchId: null,
      revision: 0,
      draft: aCodeBatch({ name: mailKey(), ...part }),
    }
    const { id: batchId, revision } = await asked<{ id: string; revision: number }>(
      '/partner/codes/save',
      body,
    )
    return admin.post('/partner/codes/release', { lineId: TEST_LINE, batchId, revision, reason })
  }

  let taken: string
  let bulkJob: string
  beforeAll(async () => {
    await setPolicies(null)
    const had = await diamonds()
    const to = (value: number, old: number) => change([{ ...diamond, op: 'set', value, old }])
    await to(had + BEFORE, had)
    taken = (await to(had, had + BEFORE)).body.data.editId
    const started = await bulk([{ ...diamond, op: 'set', by: '-7' }])
    bulkJob = (started.body.data as { jobId: string }).jobId
    await vi.waitFor(async () => expect((await jobOf(bulkJob)).state).toBe('succeeded'), {
      timeout: 60_000,
      interval: 50,
    })
  })

  const GIFT = [{ number: '10001', quantity: '1' }]
  const ITEM = ['items'] as const
  const MONEY = ['items', 'currency'] as const
  type Way = [name: string, effects: readonly Effect[] | 'unknown', go: () => Promise<Answer>]
  const WAYS: Way[] = [
    [
      'an edit of a currency',
      [...MONEY, 'sensitive'],
      async () => {
        const old = await diamonds()
        return change([{ ...diamond, op: 'set', value: old + 1, old }])
      },
    ],
    [
      'an edit that takes',
      ['sensitive'],
      async () => {
        const old = await diamonds()
        return change([{ ...diamond, op: 'set', value: old - 1, old }])
      },
    ],
    [
      'an undo of what was taken',
      [...MONEY, 'sensitive'],
      () =>
        admin.post(`/adjust/history/undo${OF}`, { editId: taken, reason, idempotencyKey: idempotencyKey() }),
    ],
    ['a bulk edit', [...MONEY, 'sensitive'], () => bulk([{ ...diamond, op: 'set', by: '5' }])],
    [
      'an undo of a bulk edit that took',
      [...MONEY, 'sensitive'],
      () =>
        admin.post(`/adjust/bulk/undo${AT}`, { jobId: bulkJob, reason, idempotencyKey: idempotencyKey() }),
    ],
    ['a composed function', [...MONEY, 'sensitive'], async () => run(await composed(), OF, {})],
    [
      'a composed function on a list',
      [...MONEY, 'sensitive'],
      async () => {
        const order = { function: await composed(), params: {}, reason, idempotencyKey: idempotencyKey() }
        return admin.postText(`/adjust/function/runMany${ON}`, order, TEST_UID)
      },
    ],
    [
      'a composed function at set times',
      [...MONEY, 'sensitive'],
      async () => {
        const rule = { kind: 'cron', expression: '0 9 1 1 *' }
        const timing = { rule, zone: 'UTC', overlap: 'skip', missed: 'skip' }
        const order = {
          function: await composed(),
          params: {},
          timing,
          reason,
          idempotencyKey: idempotencyKey(),
        }
        return admin.postText(`/adjust/function/schedule${ON}`, order, TEST_UID)
      },
    ],
    [
      'a command that gives',
      MONEY,
      async () => run(await command('addItem'), OF, { itemId: 10001, count: 1 }),
    ],
    [
      'a command that mails everybody',
      [...MONEY, 'many'],
      async () => run(await command('mailEverybody'), ON, { title: 'Hello', body: 'to all' }),
    ],
    ['a command that clears', ['destructive'], async () => run(await command('clearMail'), OF, { days: 7 })],
    ['a command that does nothing', [], async () => run(await command('resetDaily'), OF, {})],
    ['a command nobody has told of', 'unknown', async () => run(await command('recomputeRanks'), ON, {})],
    ['a mail with an item', ITEM, () => mail([{ number: '10001', quantity: '5' }])],
    ['a mail without any', [], () => mail([])],
    ['codes', ITEM, () => codes({ gift: GIFT })],
    ['codes for many', [...ITEM, 'many'], () => codes({ gift: GIFT, quantity: 200 })],
    [
      'a role',
      ['rights'],
      () => proven(admin, () => admin.post('/platform/role/save', roleOf(`effect-${idempotencyKey()}`).body)),
    ],
  ]

  test.each(WAYS)('asks for %s alike by whichever way it is done', async (_name, effects, go) => {
    for (const effect of EFFECTS) {
      await setPolicies([effect])
      const isAsked = effects === 'unknown' || effects.includes(effect)
      const code = codeOf(await go())
      expect([effect, isAsked ? code : code !== 'approval_required', code]).toEqual([
        effect,
        isAsked ? 'approval_required' : true,
        code,
      ])
    }
  })

  test('what the console says of a command counts, is a change of the rules, and takes nothing from the game', async () => {
    await setPolicies(null)
    const say = (name: string, effects: Effect[] | null, revision: number) => ({
      query: { lineId: TEST_LINE, sId: '123' },
      body: { name, effects, revision },
    })
    const route = 'POST /adjust/function/effects'
    const plain = await proven(admin, () =>
      admin.post(`/adjust/function/effects${ON}`, { ...say('recomputeRanks', [], 0).body, reason }),
    )
    expect(codeOf(plain)).toBe('approval_required')
    for (const [name, effects] of [
      ['recomputeRanks', ['many']],
      ['addItem', []],
    ] as const) {
      const request = await approved(admin, route, say(name, [...effects], 0))
      await execute(admin, request)
      expect((await ended(request)).execution).toBe('succeeded')
    }
    expect(codeOf(await submit(admin, route, say('addItem', [], 0)))).toBe('function_effects_changed')
    const isAsked = async (effect: Effect, go: () => Promise<Answer>) => {
      await setPolicies([effect])
      return codeOf(await go()) === 'approval_required'
    }
    const ranks = async () => run(await command('recomputeRanks'), ON, {})
    expect([await isAsked('many', ranks), await isAsked('items', ranks)]).toEqual([true, false])
    const gives = async () => run(await command('addItem'), OF, { itemId: 10001, count: 1 })
    expect(await isAsked('currency', gives)).toBe(true)
  })
})
