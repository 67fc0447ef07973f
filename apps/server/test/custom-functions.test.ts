import { randomBytes } from 'node:crypto'
import { world } from '@qd/sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proven, speakTo, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

const UID = '30123000045'
const PLAYER = `uId=${UID}`
const SERVER = 'sId=123&lineId=northwind-test'

interface Entry {
  source: string
  id: string
  version: string
  title: string
  risk: string
  mayRun: boolean
  whyNot: string | null
  needsDryRun: boolean
  parameters: { fieldName: string }[]
}
interface Step {
  step: number
  status: string
  code?: string
  msg?: string
  editId?: string
  text?: string
  json?: unknown
  table?: { rows: unknown[][] }
  actions: string[]
  changes: { old?: unknown; value?: unknown }[]
  conflicts?: { loaded: unknown; current: unknown; mine: unknown }[]
}
interface Ran {
  runId: string
  status: string
  steps: Step[]
  replayed: boolean
}
interface Listed {
  serverState: string
  list: Entry[]
  mayManage: boolean
}

const key = () => `fn-${randomBytes(8).toString('hex')}`
const list = async (as: Speaker, at = PLAYER) =>
  (await as.post<Listed>(`/adjust/function/list?${at}`)).body.data
const refOf = ({ source, id, version }: Entry) => ({ source, id, version })
const dryRun = (as: Speaker, entry: Entry, params: object, at = PLAYER) =>
  as.post<{ dryRunId: string; steps: Step[]; isRunnable: boolean }>(`/adjust/function/dryRun?${at}`, {
    function: refOf(entry),
    params,
  })
const run = (
  as: Speaker,
  entry: Entry,
  params: object,
  { at = PLAYER, ...more }: { at?: string; [field: string]: unknown } = {},
) =>
  as.post<Ran>(`/adjust/function/run?${at}`, {
    function: refOf(entry),
    params,
    reason: 'ticket 7',
    idempotencyKey: key(),
    ...more,
  })

let running: TestConsole
let admin: Speaker
let developer: Speaker
let operator: Speaker
beforeAll(async () => {
  running = await startTestConsole()
  ;[admin, developer, operator] = await Promise.all([
    running.signIn('admin'),
    running.signIn('developer'),
    running.signIn('operator'),
  ])
})
afterAll(() => running.dispose())

async function settings(): Promise<Record<string, number>> {
  const answer = await admin.post<{ data: { settings: Record<string, number> } }>(`/adjust/get?${PLAYER}`, {
    diffs: ['SettingsInfo'],
  })
  return answer.body.data.data.settings
}

async function setMusic(value: number): Promise<void> {
  const loaded = await admin.post<{ version: string }>(`/adjust/get?${PLAYER}`, { diffs: ['SettingsInfo'] })
  const { music } = await settings()
  if (music === value) return
  const answer = await admin.post(`/adjust/api/change?${PLAYER}`, {
    version: loaded.body.data.version,
    changes: [{ diff: 'SettingsInfo', path: ['music'], op: 'set', value, old: music }],
    reason: 'somebody else',
    idempotencyKey: key(),
  })
  expect(answer.http).toBe(200)
}

const int = (fieldName: string, rest: object = {}) => ({
  name: fieldName,
  fieldName,
  type: 'int',
  comment: '',
  ...rest,
})
const place = { diff: 'SettingsInfo', path: ['music'] }
const definition = (steps: unknown[], rest: object = {}) => ({
  title: 'Louder',
  group: 'test',
  comment: '',
  target: 'player',
  parameters: [int('by', { min: '1', max: '50', defaultVal: 1 })],
  steps,
  ...rest,
})
const louder = definition([
  { kind: 'read', as: 'music', ...place },
  {
    kind: 'patch',
    changes: [
      { ...place, op: 'set', value: { $min: [100, { $add: [{ $: 'read.music' }, { $: 'param.by' }] }] } },
    ],
  },
])
const save = (as: Speaker, body: object, at = PLAYER) =>
  as.post<{ id: string; version: string }>(`/adjust/function/save?${at}`, { note: '', ...body })
const composed = async (as: Speaker, id: string, at = PLAYER): Promise<Entry> => {
  const entry = (await list(as, at)).list.find((each) => each.id === id)
  if (entry === undefined) throw new Error('the function is not listed')
  return entry
}
const designed = async (steps: unknown[], rest: object = {}): Promise<Entry> => {
  const saved = await save(developer, { definition: definition(steps, rest) })
  expect([saved.http, saved.body.msg]).toEqual([200, ''])
  return composed(developer, saved.body.data.id)
}

describe('functions of the game server', () => {
  test('are listed with risk and what hinders, and run with a dry run first', async () => {
    const { list: all, serverState } = await list(operator)
    expect(serverState).toBe('ok')
    const give = all.find(({ id }) => id === 'addItem')!
    expect(give).toMatchObject({ source: 'server', risk: 'R2', mayRun: true, needsDryRun: true })
    expect(all.find(({ id }) => id === 'addGold')).toMatchObject({ mayRun: false, whyNot: 'risk' })
    const params = { itemId: 10_007, count: 2 }
    expect((await run(operator, give, params)).body.err?.code).toBe('dry_run_required')
    const dry = await dryRun(operator, give, params)
    expect(dry.body.data.steps[0]?.actions[0]).toContain('×2')
    const { dryRunId } = dry.body.data
    expect((await run(operator, give, { ...params, count: 3 }, { dryRunId })).body.err?.code).toBe(
      'dry_run_required',
    )
    expect((await run(developer, give, params, { dryRunId })).body.err?.code).toBe('dry_run_required')
    const idempotencyKey = key()
    const done = await run(operator, give, params, { dryRunId, idempotencyKey })
    expect(done.body.data).toMatchObject({ status: 'done', replayed: false })
    expect(done.body.data.steps[0]?.text).toBe(dry.body.data.steps[0]?.actions[0])
    const again = await run(operator, give, params, { dryRunId, idempotencyKey })
    expect(again.body.data).toMatchObject({ runId: done.body.data.runId, replayed: true })
    const other = await run(operator, give, { ...params, count: 9 }, { dryRunId, idempotencyKey })
    expect(other.body.err?.code).toMatch(/idempotency_conflict|dry_run_required/)
  })

  test('without a player run those that need none', async () => {
    const { list: all } = await list(operator, SERVER)
    const online = all.find(({ id }) => id === 'onlineByLevel')!
    const answer = await run(operator, online, {}, { reason: '', at: SERVER })
    expect(answer.body.data.steps[0]?.table?.rows).toBeDefined()
    const give = all.find(({ id }) => id === 'addItem')!
    expect((await dryRun(operator, give, { itemId: 10_007 }, SERVER)).body.err?.code).toBe(
      'function_needs_player',
    )
  })

  test('name the parameter that is wrong', async () => {
    const give = (await list(operator)).list.find(({ id }) => id === 'addItem')!
    const answer = await dryRun(operator, give, { itemId: 10_007, count: 99_999 })
    expect([answer.http, answer.body.err?.field]).toEqual([422, 'params.count'])
  })

  test('are hidden, made riskier and kept to groups by the console, never less risky', async () => {
    const override = (name: string, what: object | null) =>
      developer.post(`/adjust/function/override?${SERVER}`, { name, override: what })
    const base = { isHidden: false, risk: null, groups: null }
    expect((await override('addGold', { ...base, risk: 'R1' })).body.err?.code).toBe('function_risk_lowered')
    const repair = (await list(operator)).list.find(({ id }) => id === 'repairShip')!
    await override('repairShip', { ...base, risk: 'R3' })
    expect((await composed(operator, 'repairShip')).whyNot).toBe('risk')
    expect((await run(operator, repair, {})).body.err?.code).toBe('function_too_risky')
    await override('repairShip', { ...base, isHidden: true })
    expect((await list(operator)).list.some(({ id }) => id === 'repairShip')).toBe(false)
    expect((await run(operator, repair, {})).body.err?.code).toBe('function_not_found')
    const around = await designed([{ kind: 'command', name: 'repairShip', params: {} }])
    expect((await dryRun(developer, around, {})).body.data).toMatchObject({
      isRunnable: false,
      steps: [{ status: 'failed', code: 'command_unknown' }],
    })
    await override('repairShip', null)
    expect((await composed(operator, 'repairShip')).risk).toBe('R1')
  })
})

describe('composed functions', () => {
  test('patch through the editor: history, undo and the dry run`s values hold', async () => {
    await setMusic(10)
    const entry = await designed(louder.steps)
    const dry = await dryRun(developer, entry, { by: 5 })
    expect(dry.body.data.steps[1]).toMatchObject({ status: 'ready', changes: [{ old: 10, value: 15 }] })
    const done = await run(developer, entry, { by: 5 }, { dryRunId: dry.body.data.dryRunId })
    expect(done.body.data).toMatchObject({ status: 'done' })
    expect((await settings()).music).toBe(15)
    const editId = done.body.data.steps[1]?.editId
    const history = await developer.post<{ list: { id: string; reason: string }[] }>(
      `/adjust/history/list?${PLAYER}`,
    )
    expect(history.body.data.list[0]).toMatchObject({ id: editId, reason: 'ticket 7' })
    const undone = await developer.post(`/adjust/history/undo?${PLAYER}`, {
      editId,
      reason: 'back',
      idempotencyKey: key(),
    })
    expect(undone.http).toBe(200)
    expect((await settings()).music).toBe(10)
  })

  test('a player changed since the dry run is told, and the steps before stay named', async () => {
    await setMusic(10)
    const first = { kind: 'command', name: 'onlineByLevel', params: {} }
    const voice = {
      kind: 'patch',
      changes: [{ diff: 'SettingsInfo', path: ['voice'], op: 'set', value: 33 }],
    }
    const entry = await designed([voice, ...louder.steps, first])
    const { dryRunId } = (await dryRun(developer, entry, { by: 5 })).body.data
    await setMusic(40)
    const answer = await run(developer, entry, { by: 5 }, { dryRunId })
    expect(answer.body.data.status).toBe('failed')
    expect(answer.body.data.steps.map(({ status }) => status)).toEqual(['done', 'done', 'failed'])
    expect(answer.body.data.steps[0]?.editId).toBeDefined()
    expect(answer.body.data.steps[2]).toMatchObject({
      code: 'edit_conflict',
      conflicts: [{ loaded: 10, current: 40, mine: 15 }],
    })
    expect((await settings()).music).toBe(40)
  })

  test('skip, stop and use what a command answered', async () => {
    const flush = { kind: 'command', name: 'flushCaches', params: {}, as: 'flushed' }
    const never = { left: { $: 'read.flushed.online' }, op: 'lt', right: 0 }
    const always = { left: { $: 'read.flushed.online' }, op: 'ge', right: 0 }
    const mail = { kind: 'command', name: 'repairShip', params: {} }
    const entry = await designed([flush, { ...mail, when: never }, { ...mail, stopIf: always }, mail])
    const answer = await run(developer, entry, {})
    expect(answer.body.data.status).toBe('done')
    expect(answer.body.data.steps.map(({ status }) => status)).toEqual(['done', 'skipped', 'stopped'])
  })

  test('send a message as the player, and only as him', async () => {
    const read = { kind: 'read', as: 'account', diff: 'RoleInfo', path: ['account'] }
    const rename = (account: unknown) => ({
      kind: 'message',
      cmd: 'Rename',
      account,
      body: { name: '夜航灯' },
    })
    const own = await designed([read, rename({ $: 'read.account' })])
    const { dryRunId } = (await dryRun(developer, own, {})).body.data
    const sent = await run(developer, own, {}, { dryRunId })
    expect(sent.body.data).toMatchObject({ status: 'done' })
    expect(sent.body.data.steps[1]?.json).toMatchObject({ name: '夜航灯' })
    const foreign = await designed([rename('nobody-has-this')])
    const plan = await dryRun(developer, foreign, {})
    const refused = await run(developer, foreign, {}, { dryRunId: plan.body.data.dryRunId })
    expect(refused.body.data.steps[0]).toMatchObject({ status: 'failed', code: 'account_foreign' })
  })

  test('a version stays what it was while another is saved; saving over somebody`s save is refused', async () => {
    await setMusic(10)
    const entry = await designed(louder.steps)
    const plan = await dryRun(developer, entry, { by: 1 })
    const newer = { ...louder, title: 'Quieter', steps: [{ kind: 'read', as: 'x', ...place }] }
    const saved = await save(developer, { id: entry.id, base: '1', definition: newer, note: 'less' })
    expect(saved.body.data.version).toBe('2')
    const stale = await save(developer, { id: entry.id, base: '1', definition: newer })
    expect([stale.http, stale.body.err?.code]).toEqual([409, 'function_changed'])
    const done = await run(developer, entry, { by: 1 }, { dryRunId: plan.body.data.dryRunId })
    expect(done.body.data.status).toBe('done')
    expect((await settings()).music).toBe(11)
    const restored = await developer.post<{ version: string }>(`/adjust/function/restore?${PLAYER}`, {
      id: entry.id,
      version: '1',
      base: '2',
      note: 'as before',
    })
    expect(restored.body.data.version).toBe('3')
    const versions = await developer.post<{ list: { version: string; title: string }[] }>(
      `/adjust/function/versions?${PLAYER}`,
      { id: entry.id },
    )
    expect(versions.body.data.list.map(({ title }) => title)).toEqual(['Louder', 'Quieter', 'Louder'])
  })

  test('every fault is named with its place, and nothing is saved', async () => {
    const wrong = definition([
      { kind: 'patch', changes: [{ ...place, op: 'set', value: { $: 'param.gone' } }] },
      { kind: 'command', name: 'formatDisk', params: {} },
    ])
    const checked = await developer.post<{ faults: { path: string; msg: string }[] }>(
      `/adjust/function/check?${PLAYER}`,
      { definition: wrong },
    )
    expect(checked.body.data.faults.map(({ path }) => path)).toEqual([
      'steps.0.changes.0.value.$',
      'steps.1.name',
    ])
    expect(checked.body.data.faults.every(({ msg }) => msg !== '' && !msg.includes('function.'))).toBe(true)
    const refused = await save(developer, { definition: wrong })
    expect([refused.http, refused.body.err?.code]).toEqual([422, 'function_invalid'])
  })

  test('only those it is shared with, or below whose group they are, see and run it; missing and foreign answer alike', async () => {
    const me = await operator.get<{ id: string }>('/adjust/userInfo')
    const makeGroup = async (parentId: string | null) => {
      const group = { name: `testers ${key()}`, parentId, externalName: '' }
      return (await admin.post<{ groupId: string }>('/platform/userGroup/save', group)).body.data.groupId
    }
    const groupId = await makeGroup(null)
    const below = await makeGroup(groupId)
    const saved = await save(admin, { definition: louder, groups: [] })
    const { id } = saved.body.data
    const entry = await composed(admin, id)
    const get = (as: Speaker, which: string, at = PLAYER) =>
      as.post(`/adjust/function/get?${at}`, { id: which })
    const [hidden, missing] = [await get(operator, id), await get(operator, 'no-such-function')]
    expect([hidden.http, hidden.body.msg]).toEqual([missing.http, missing.body.msg])
    expect((await dryRun(operator, entry, {})).body.err?.code).toBe('function_not_found')
    await admin.post(`/adjust/function/share?${PLAYER}`, { id, groups: [groupId] })
    expect((await get(operator, id)).http).toBe(404)
    const join = { groupId: below, join: [me.body.data.id], leave: [] }
    const joined = await proven(admin, () => admin.post('/platform/userGroup/members/change', join))
    expect(joined.http).toBe(200)
    expect((await get(operator, id)).http).toBe(200)
    expect((await dryRun(operator, entry, {})).body.data.isRunnable).toBe(true)
    expect((await get(admin, id, 'sId=1&lineId=harbour-dev')).http).toBe(404)
  })

  test('a definition nobody has saved is tried, by a designer and within his rights', async () => {
    const attempt = (as: Speaker, body: object, at = PLAYER) =>
      as.post<{ steps: Step[]; isRunnable: boolean; risk: string }>(`/adjust/function/try?${at}`, body)
    const before = (await list(developer)).list.length
    const { music = 0 } = await settings()
    const tried = await attempt(developer, { definition: louder, params: { by: 3 } })
    expect(tried.body.data).toMatchObject({ isRunnable: true, risk: 'R2' })
    expect(tried.body.data.steps[1]?.changes[0]).toMatchObject({
      old: music,
      value: Math.min(100, music + 3),
    })
    expect([(await settings())['music'], (await list(developer)).list.length]).toEqual([music, before])
    const wrong = await attempt(developer, { definition: louder, params: { by: 99 } })
    expect([wrong.http, wrong.body.err?.code]).toEqual([422, 'parameters_invalid'])
    // The parameter stands by its name, not by its path.
    expect(wrong.body.msg).toContain('：by：')
    expect(wrong.body.msg).not.toContain('params.by')
    const nowhere = await attempt(developer, { definition: louder, params: { by: 1 } }, SERVER)
    expect(nowhere.body.err?.code).toBe('function_needs_player')
    const faulty = definition([{ kind: 'read', as: 'x', diff: 'NoSuch', path: [] }])
    expect((await attempt(developer, { definition: faulty, params: {} })).body.err?.code).toBe(
      'function_invalid',
    )
    expect((await attempt(operator, { definition: louder, params: { by: 1 } })).http).toBe(403)
  })

  test('weighs no less than its heaviest step, whatever its designer says and whenever a step grows heavier', async () => {
    const gold = { kind: 'command', name: 'addGold', params: { amount: '5' } }
    const music = { kind: 'patch', changes: [{ ...place, op: 'set', value: 20 }] }
    const entry = await designed([gold, music], { risk: 'R2' })
    expect(entry.risk).toBe('R3')
    expect((await designed([music], { risk: 'R4' })).risk).toBe('R4')
    const repair = await designed([music, { kind: 'command', name: 'repairShip', params: {} }])
    expect(repair.risk).toBe('R2')
    const heavier = { isHidden: false, risk: 'R4', groups: null }
    await developer.post(`/adjust/function/override?${SERVER}`, { name: 'repairShip', override: heavier })
    const tried = await developer.post<{ risk: string }>(`/adjust/function/dryRun?${PLAYER}`, {
      function: refOf(repair),
      params: { by: 1 },
    })
    await developer.post(`/adjust/function/override?${SERVER}`, { name: 'repairShip', override: null })
    expect(tried.body.data.risk).toBe('R4')
  })

  test('a designer lends no right he does not hold', async () => {
    const reach = await save(developer, { definition: louder, reach: 'game' })
    expect([reach.http, reach.body.err?.code]).toEqual([403, 'scope_forbidden'])
    expect((await save(operator, { definition: louder })).http).toBe(403)
    // A token that holds designing and no more.
    const codes = ['dataModify.function.manage', 'dataModify.function.run', 'index.player.read']
    const made = await admin.post<{ token: string }>('/api/auth/tokens/create', {
      tokenName: 'designer',
      expiresAt: Date.now() + 3_600_000,
      grants: [{ scope: '*', environment: '*', codes }],
      password: world.accountPassword,
    })
    const designer = speakTo(running.url, made.body.data.token)
    const beyond = (steps: unknown[]) =>
      Promise.all([
        designer.post(`/adjust/function/save?${PLAYER}`, { definition: definition(steps), note: '' }),
        designer.post(`/adjust/function/try?${PLAYER}`, {
          definition: definition(steps),
          params: { by: 1 },
        }),
      ])
    const patch = { kind: 'patch', changes: [{ ...place, op: 'set', value: 1 }] }
    const gold = { kind: 'command', name: 'addGold', params: { amount: '1' } }
    for (const [each, needed] of [
      [louder.steps[0], 'index.data.read'],
      [patch, 'index.data.edit'],
      [gold, 'dataModify.function.run.high'],
    ] as const) {
      for (const { http, body } of await beyond([each])) {
        expect([http, body.err?.code, body.err?.details]).toEqual([
          403,
          'function_beyond_rights',
          { permission: needed },
        ])
        // Told by its title, with the key beside it.
        expect(body.msg).toMatch(new RegExp(`“.+ ${needed.replaceAll('.', '\\.')}”`))
      }
    }
  })

  test('goes to a file and comes back, is put away and run no more', async () => {
    const entry = await designed(louder.steps)
    const file = await developer.post(`/adjust/function/export?${PLAYER}`, { id: entry.id })
    const imported = await developer.post<{ id: string }>(`/adjust/function/import?${PLAYER}`, {
      file: file.body.data,
      reach: 'line',
    })
    expect(imported.body.data.id).not.toBe(entry.id)
    await developer.post(`/adjust/function/archive?${PLAYER}`, { id: entry.id, isArchived: true })
    expect((await dryRun(developer, entry, {})).body.err?.code).toBe('function_not_found')
    const archived = await developer.post<Listed>(`/adjust/function/list?${PLAYER}`, { withArchived: true })
    expect(archived.body.data.list.find(({ id }) => id === entry.id)?.whyNot).toBe('archived')
  })
})

describe('runs', () => {
  test('a function runs on a list of players as a job', async () => {
    const entry = await designed([
      { kind: 'patch', changes: [{ diff: 'SettingsInfo', path: ['fps'], op: 'set', value: 60 }] },
    ])
    const uIds = Array.from({ length: 20 }, (_, index) => String(30_123_000_001 + index))
    const started = await developer.postText<{ jobId: string; players: number }>(
      `/adjust/function/runMany?${SERVER}`,
      { function: refOf(entry), params: {}, reason: 'all', idempotencyKey: key() },
      [...uIds, '', ` ${uIds[0]} `].join('\r\n'),
    )
    expect([started.http, started.body.data?.players]).toEqual([200, 20])
    const { jobId } = started.body.data
    await expect
      .poll(
        async () => (await developer.post<{ state: string }>('/platform/job/get', { jobId })).body.data.state,
        { timeout: 30_000 },
      )
      .toBe('succeeded')
    const runs = await developer.post<{ list: { jobId: string | null; status: string }[] }>(
      `/adjust/function/runs?${SERVER}`,
      { function: { source: entry.source, id: entry.id }, limit: 100 },
    )
    expect(runs.body.data.list.filter((each) => each.jobId === jobId && each.status === 'done')).toHaveLength(
      20,
    )
  })

  test('what is given as a sensitive parameter stands in no plan, result, history, audit or job', async () => {
    const secret = '#0f3c9A'
    const text = { name: 'Colour', fieldName: 'colour', type: 'string', comment: '', sensitive: true }
    const patch = (value: unknown) => ({
      kind: 'patch',
      changes: [{ diff: 'SettingsInfo', path: ['nickColor'], op: 'set', value }],
    })
    const entry = await designed(
      [
        patch({ $: 'param.colour' }),
        { kind: 'read', as: 'now', diff: 'SettingsInfo', path: ['nickColor'] },
        patch({ $concat: [{ $: 'param.colour' }, ' is far too long for this'] }),
      ],
      { parameters: [text] },
    )
    const params = { colour: secret }
    const dry = await dryRun(developer, entry, params)
    expect(dry.body.data.steps[0]?.actions[0]).toContain('•••')
    expect(dry.body.data.steps[0]?.changes[0]?.value).toBe('•••')
    const { dryRunId } = dry.body.data
    const done = await run(developer, entry, params, { dryRunId, reason: 'secret trial' })
    // The patch that fits the dry run is made, the one that is refused says so.
    expect(done.body.data.steps.map(({ status }) => status)).toEqual(['done', 'done', 'failed'])
    const loaded = await admin.post<{ data: { settings: { nickColor: string } } }>(`/adjust/get?${PLAYER}`, {
      diffs: ['SettingsInfo'],
    })
    expect(loaded.body.data.data.settings.nickColor).toBe(secret)
    const job = await developer.postText<{ jobId: string }>(
      `/adjust/function/runMany?${SERVER}`,
      { function: refOf(entry), params, reason: 'secret trial', idempotencyKey: key() },
      '30123000046',
    )
    const { jobId } = job.body.data
    const jobNow = () => developer.post<{ counters: { failed: number } }>('/platform/job/get', { jobId })
    await expect.poll(async () => (await jobNow()).body.data.counters.failed, { timeout: 30_000 }).toBe(1)
    const seen: Awaited<ReturnType<Speaker['post']>>[] = await Promise.all([
      jobNow(),
      developer.post('/platform/job/rows', { jobId }),
      developer.post(`/adjust/function/runs?${SERVER}`, { limit: 100 }),
    ])
    const audited = await admin.post<{ list: { seq: number; reason: string }[] }>('/platform/audit/list', {
      limit: 100,
    })
    const rows = audited.body.data.list.filter(({ reason }) => reason === 'secret trial')
    expect(rows.length).toBeGreaterThan(1)
    for (const { seq } of rows) seen.push(await admin.post('/platform/audit/get', { seq }))
    expect(new Set(seen.map(({ http }) => http))).toEqual(new Set([200]))
    const texts = [dry, done, ...seen].map(({ body }) => JSON.stringify(body))
    expect(texts.filter((each) => each.includes(secret))).toEqual([])
  })

  test('players of another server are told, all at once, and nothing is started', async () => {
    const entry = await designed(louder.steps)
    const send = (...uIds: string[]) =>
      developer.postText(
        `/adjust/function/runMany?${SERVER}`,
        { function: refOf(entry), params: { by: 1 }, reason: 'all', idempotencyKey: key() },
        uIds.join('\n'),
      )
    const answer = await send('30123000001', '10001000003', '30124000001', '99999000001')
    expect([answer.http, answer.body.err?.code, answer.body.err?.field]).toEqual([
      422,
      'function_players_foreign',
      'text',
    ])
    const nobody = await send('', ' ')
    expect([nobody.http, nobody.body.err?.code, nobody.body.err?.field]).toEqual([
      400,
      'field_invalid',
      'text',
    ])
    expect(answer.body.err?.details).toEqual({ uIds: ['10001000003', '30124000001', '99999000001'] })
    expect(answer.body.msg).toContain('10001000003')
  })

  test('everybody sees his own, those who manage functions see all', async () => {
    const mine = await operator.post<{ list: { by: string }[] }>(`/adjust/function/runs?${SERVER}`)
    const all = await developer.post<{ list: { by: string }[] }>(`/adjust/function/runs?${SERVER}`, {
      limit: 100,
    })
    expect(new Set(mine.body.data.list.map(({ by }) => by))).toEqual(new Set(['周帆']))
    expect(new Set(all.body.data.list.map(({ by }) => by)).size).toBeGreaterThan(1)
  })
})
