import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { world } from '@qd/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BotsReport, BotsTick } from '@qd/bots/contract'
import { parseScenario } from '@qd/scenario'
import { startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

const root = join(import.meta.dirname, '../../..')
let running: TestConsole
let developer: Speaker
let keys = 0

beforeAll(async () => {
  running = await startTestConsole()
  developer = await running.signIn('developer')
})
afterAll(() => running.dispose())

const LOGIN = `scenario "Log in and look into the bag"
enter device "bot-test-{{bot}}"
send BagList
assert $.items exists`

function scenarioOf(text: string) {
  const read = parseScenario(text)
  if (!read.ok) throw new Error(read.faults[0]?.message)
  return read.scenario
}

const load = (more: object = {}) => ({
  model: 'closed',
  clients: 20,
  rampMs: 0,
  thinkMs: { from: 0, to: 0 },
  stop: { afterMs: 20_000, passes: 60 },
  ...more,
})

const start = (as: Speaker, text: string, more: object = {}, sId = 123) =>
  as.post<{ jobId: string; hash: string }>(`/adjust/bots/start?sId=${sId}`, {
    scenario: scenarioOf(text),
    load: load(more),
    reason: 'bots test',
    idempotencyKey: `bots-test-${++keys}`,
  })

async function ended(jobId: string): Promise<{ state: string }> {
  let job = { state: '' }
  await expect
    .poll(
      async () => {
        job = (await developer.post<{ state: string }>('/platform/job/get', { jobId })).body.data
        return ['succeeded', 'failed', 'partly_failed', 'cancelled'].includes(job.state)
      },
      { timeout: 30_000 },
    )
    .toBe(true)
  return job
}

async function reportOf(jobId: string) {
  const answer = await developer.post<{ report: BotsReport }>('/adjust/bots/report', { jobId })
  return answer.body.data.report
}

async function ticksOf(jobId: string): Promise<BotsTick[]> {
  const { body } = await developer.post<{ list: { kind: string; body: string }[] }>('/platform/job/output', {
    jobId,
  })
  return body.data.list.flatMap((each) => (each.kind === 'event' ? [JSON.parse(each.body) as BotsTick] : []))
}

test('twenty clients log in to the sandbox, read their bags and leave a report', async () => {
  const started = await start(developer, LOGIN)
  expect(started.http).toBe(200)
  const { jobId } = started.body.data
  expect(await ended(jobId)).toMatchObject({ state: 'succeeded' })
  const report = await reportOf(jobId)
  expect(report).toMatchObject({ ended: 'passes', passed: 60, failed: 0, errors: [] })
  const counts = Object.fromEntries(report.commands.map(({ name, count }) => [name, count]))
  expect(counts).toMatchObject({ Enter: 20, BagList: 60, connect: 20, pass: 60 })
  expect((await ticksOf(jobId)).at(-1)).toMatchObject({ type: 'tick', passed: 60, failed: 0 })
}, 60_000)

test('a run that is cancelled keeps its report, and its clients leave the game', async () => {
  const { jobId } = (await start(developer, `${LOGIN}\nsleep 50`, { stop: { afterMs: 60_000 } })).body.data
  await expect.poll(async () => (await ticksOf(jobId)).at(-1)?.online, { timeout: 20_000 }).toBe(20)
  expect((await developer.post('/platform/job/cancel', { jobId })).http).toBe(200)
  expect(await ended(jobId)).toMatchObject({ state: 'cancelled' })
  expect(await reportOf(jobId)).toMatchObject({ ended: 'cancelled', failed: 0 })
  // Asked what came of it, it is not played again.
  expect((await developer.post('/platform/job/retry', { jobId, which: 'unknown' })).http).toBe(200)
  expect(await ended(jobId)).toMatchObject({ state: 'failed' })
  expect(await reportOf(jobId)).toMatchObject({ ended: 'cancelled' })
  const pause = await developer.post('/platform/job/pause', { jobId })
  expect(pause.body.err?.code).toBe('job_wrong_state')
}, 60_000)

test('what the game refuses is counted by command, code and step', async () => {
  const text = `${LOGIN}\nsend UseItem {"itemId":1,"count":1}`
  const { jobId } = (await start(developer, text, { clients: 2, stop: { afterMs: 20_000, passes: 4 } })).body
    .data
  expect(await ended(jobId)).toMatchObject({ state: 'failed' })
  const report = await reportOf(jobId)
  expect(report).toMatchObject({ ended: 'passes', passed: 0, failed: 4 })
  expect(report.errors).toEqual([
    expect.objectContaining({ code: expect.stringMatching(/^status 1\/\d+$/), step: '4', count: 4 }),
  ])
  expect(report.commands.find(({ name }) => name === 'UseItem')).toMatchObject({ count: 4, errors: 4 })
  const file = await developer.post('/adjust/bots/file', { jobId })
  expect(file.http).toBe(200)
}, 60_000)

test('many failures end a run before its time', async () => {
  const load = { clients: 5, stop: { afterMs: 60_000, failedPercent: 50 } }
  const { jobId } = (await start(developer, `${LOGIN}\nassert $.items.length > 100000`, load)).body.data
  expect(await ended(jobId)).toMatchObject({ state: 'failed' })
  const report = await reportOf(jobId)
  expect(report).toMatchObject({ ended: 'failures', passed: 0 })
  expect(report.errors).toMatchObject([{ code: 'assert', step: '4', text: '$.items.length > 100000' }])
}, 60_000)

test('the open model begins passes at its rate, whatever the clients are busy with', async () => {
  const load = { model: 'open', clients: 1, arrivalsPerSecond: 20, stop: { afterMs: 20_000, passes: 20 } }
  const { jobId } = (await start(developer, `${LOGIN}\nsleep 100`, load)).body.data
  await ended(jobId)
  const { commands, passed } = await reportOf(jobId)
  expect(passed).toBe(20)
  // One client needs 100 ms a pass, twenty a second come: the last ones wait about a second, and it counts.
  expect(commands.find(({ name }) => name === 'pass')!.max).toBeGreaterThan(500)
  expect(commands.find(({ name }) => name === 'BagList')!.count).toBe(20)
}, 60_000)

test('a scenario the game cannot play is refused with its step, before anything begins', async () => {
  const unknown = await start(developer, 'scenario "x"\nloop 2\nsend NoSuchThing {}\nend')
  expect([unknown.http, unknown.body.err]).toMatchObject([
    400,
    { code: 'bots_scenario_wrong', details: { step: '1.1', field: 'message' } },
  ])
  const noScenario = await developer.post('/adjust/bots/start?sId=123', {
    scenario: [],
    load: load(),
    idempotencyKey: 'bots-test-none',
  })
  expect(noScenario.body.err?.code).toBe('bots_scenario_wrong')
  const many = await start(developer, LOGIN, { clients: 20_001 })
  expect([many.http, many.body.err?.code]).toEqual([429, 'bots_over_limit'])
})

test('nobody runs bots without the permission, and none on production that no grant names', async () => {
  const operator = await running.signIn('operator')
  expect((await start(operator, LOGIN)).http).toBe(403)
  expect((await running.anonymous.post('/adjust/bots/start?sId=123', {})).http).toBe(401)
  const admin = await running.signIn('admin')
  const production = await admin.post('/adjust/bots/start?sId=11', {
    scenario: scenarioOf(LOGIN),
    load: load(),
    reason: 'bots test',
    confirm: '11',
    idempotencyKey: 'bots-test-production',
  })
  expect([production.http, production.body.err?.code]).toEqual([403, 'bots_production'])
})

test('the audit says who let which scenario play where, with how many', async () => {
  const admin = await running.signIn('admin')
  const { body } = await admin.post<{ list: { seq: number; action: string; result: string }[] }>(
    '/platform/audit/list',
    { action: 'bots.start' },
  )
  const started = body.data.list.findLast(({ action, result }) => action === 'bots.start' && result === 'ok')
  const entry = await admin.post('/platform/audit/get', { seq: started!.seq })
  expect(JSON.stringify(entry.body.data)).toMatch(/"clients":20/)
  expect(JSON.stringify(entry.body.data)).toMatch(/"hash":"[0-9a-f]{32}"/)
})

/** The command as a build server calls it. */
async function simulate(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, 'scripts/simulate.ts'), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ])
  return { out, err, code }
}

test('the command line plays a scenario with an API token: exit code, junit file, report', async () => {
  const made = await developer.post<{ token: string }>('/api/auth/tokens/create', {
    tokenName: 'ci',
    expiresAt: Date.now() + 3_600_000,
    grants: [{ scope: 'lantern/northwind', environment: '*', codes: ['mock.simulator.bots'] }],
    password: world.accountPassword,
  })
  expect(made.http).toBe(200)
  const folder = mkdtempSync(join(tmpdir(), 'qd-simulate-'))
  const env = { QD_TOKEN: made.body.data.token, QD_CONSOLE: running.url }
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  try {
    const junit = join(folder, 'out.xml')
    const good = write('good.json', JSON.stringify(scenarioOf(LOGIN)))
    const passed = await simulate([good, '--server', 'S123', '--clients', '5', '--junit', junit], env)
    expect(passed).toMatchObject({ code: 0, err: '' })
    expect(passed.out).toMatch(/passed 5 {2}failed 0/)
    expect(readFileSync(junit, 'utf8')).toMatch(/<testsuites tests="3" failures="0">/)

    const bad = write('bad.txt', `${LOGIN}\nassert $.items.length > 100000 else "too few"`)
    const failed = await simulate([bad, '--server', '123', '--clients', '2', '--junit', junit], env)
    expect(failed.code).toBe(1)
    expect(failed.err).toContain('2 x assert at step 4: too few: $.items.length > 100000')
    expect(readFileSync(junit, 'utf8')).toContain('<failure message="2 of 2 passes failed">')

    const wrong = await simulate([write('wrong.txt', 'loop 1\nsned X\nend'), '--server', 'S123'], env)
    expect([wrong.code, wrong.err.split('\n')[0]]).toEqual([
      2,
      expect.stringContaining('line 2: there is no step sned'),
    ])
    const stranger = await simulate([good, '--server', 'S123'], { ...env, QD_TOKEN: 'nobody' })
    expect(stranger.code).toBe(2)
    const away = await simulate([good, '--server', 'S123'], { ...env, QD_CONSOLE: 'http://127.0.0.1:9' })
    expect([away.code, away.err]).toEqual([2, expect.stringContaining('cannot reach http://127.0.0.1:9')])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 90_000)

test('scenarios are saved with their versions, seen by their owner only, and called by name', async () => {
  const lineId = 'northwind-test'
  const save = (text: string, more: object = {}) =>
    developer.post<{ saved: { scenarioId: string; revision: number } }>('/adjust/scenario/save', {
      lineId,
      scenario: scenarioOf(text),
      groups: [],
      ...more,
    })
  const { scenarioId } = (await save('scenario "look"\nsend BagList')).body.data.saved
  const second = await save('scenario "look"\nsend BagList\nsend BagList', { scenarioId, revision: 1 })
  expect(second.body.data.saved.revision).toBe(2)
  expect((await save('scenario "look"', { scenarioId, revision: 1 })).body.err?.code).toBe(
    'bots_scenario_changed',
  )
  expect((await save('scenario "look"')).body.err?.code).toBe('bots_scenario_twice')
  expect((await save('scenario "x"', { groups: ['nobody'] })).http).toBe(403)
  const get = (more: object) =>
    developer.post<{ scenario: { steps: unknown[] }; versions: unknown[] }>('/adjust/scenario/get', {
      lineId,
      scenarioId,
      ...more,
    })
  expect((await get({ revision: 1 })).body.data.scenario.steps).toHaveLength(1)
  expect((await get({})).body.data.versions).toHaveLength(2)
  const admin = await running.signIn('admin')
  expect((await admin.post('/adjust/scenario/get', { lineId, scenarioId })).body.err?.code).toBe(
    'bots_scenario_not_found',
  )

  const { jobId } = (
    await start(developer, 'scenario "calls"\nenter device "bot-calls-{{bot}}"\ncall "look"', {
      clients: 1,
      stop: { afterMs: 20_000, passes: 1 },
    })
  ).body.data
  await ended(jobId)
  const { commands } = await reportOf(jobId)
  expect(commands.find(({ name }) => name === 'BagList')!.count).toBe(2)
  const remove = (revision: number) =>
    developer.post('/adjust/scenario/delete', { lineId, scenarioId, revision })
  expect((await remove(1)).body.err?.code).toBe('bots_scenario_changed')
  expect((await remove(2)).http).toBe(200)
  expect((await get({})).http).toBe(404)
}, 30_000)
