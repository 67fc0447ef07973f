import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { world } from '@qd/sandbox'
import { startScript } from '@qd/testing/children'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { BotsReport, BotsTick } from '@qd/bots/contract'
import { parseScenario } from '@qd/scenario'
import { startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

/* Runs of bots as others see them: live, beside an earlier run, as a file. */

interface Live {
  ticks: BotsTick[]
  next: number
  end: number
  state: string
  isOpen: boolean
}

let running: TestConsole
let developer: Speaker
let token: string
let keys = 0

beforeAll(async () => {
  running = await startTestConsole()
  developer = await running.signIn('developer')
  // It may run bots there, but the runs are not its own, and it may not read jobs.
  token = await tokenAt('lantern/northwind')
})
afterAll(() => running.dispose())

async function tokenAt(scope: string): Promise<string> {
  const made = await developer.post<{ token: string }>('/api/auth/tokens/create', {
    tokenName: scope,
    expiresAt: Date.now() + 3_600_000,
    grants: [{ scope, environment: '*', codes: ['mock.simulator.bots'] }],
    password: world.accountPassword,
  })
  return made.body.data.token
}

async function start(steps: string, stop: object, more: object = {}): Promise<string> {
  const read = parseScenario(`scenario "watched"\nenter device "bot-watched-{{bot}}"\n${steps}`)
  if (!read.ok) throw new Error(read.faults[0]?.message)
  const { body } = await developer.post<{ jobId: string }>('/adjust/bots/start?sId=123', {
    scenario: read.scenario,
    load: { model: 'closed', clients: 4, rampMs: 0, thinkMs: { from: 0, to: 0 }, stop },
    reason: 'bots test',
    idempotencyKey: `bots-watching-${++keys}`,
    ...more,
  })
  return body.data.jobId
}

async function asColleague<T>(path: string, sent: object, as = token): Promise<{ http: number; data: T }> {
  const answer = await fetch(running.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json', lang: 'en' },
    body: JSON.stringify(sent),
  })
  return { http: answer.status, data: ((await answer.json()) as { data: T }).data }
}
const liveOf = async (jobId: string, more: object = {}) =>
  (await asColleague<Live>('/adjust/bots/live', { jobId, ...more })).data
const isOver = async (jobId: string) => !(await liveOf(jobId)).isOpen

test('a colleague who may not read the job sees the figures of each second, and what comes after a cursor', async () => {
  const jobId = await start('send BagList\nsleep 50', { afterMs: 60_000 })
  expect((await asColleague('/platform/job/get', { jobId })).http).toBe(404)
  await expect.poll(async () => (await liveOf(jobId)).ticks.at(-1)?.online, { timeout: 20_000 }).toBe(4)
  const first = await liveOf(jobId)
  expect(first).toMatchObject({ state: 'running', isOpen: true })
  await expect
    .poll(async () => (await liveOf(jobId, { after: first.next })).ticks.length, { timeout: 20_000 })
    .toBeGreaterThan(0)
  const later = await liveOf(jobId, { after: first.next })
  expect(later.ticks[0]!.t).toBeGreaterThan(first.ticks.at(-1)!.t)
  await developer.post('/platform/job/cancel', { jobId })
  await expect.poll(() => isOver(jobId), { timeout: 20_000 }).toBe(true)
  expect(await liveOf(jobId)).toMatchObject({ state: 'cancelled' })
  const operator = await running.signIn('operator')
  expect((await operator.post('/adjust/bots/live', { jobId })).http).toBe(403)
  expect((await asColleague('/adjust/bots/live', { jobId: 'no-such-run' })).http).toBe(404)
}, 60_000)

test('whoever may run bots on one server alone keeps scenarios, and is told of the runs there alone', async () => {
  const stop = { afterMs: 20_000, passes: 1 }
  const jobId = await start('send BagList', stop)
  const listed = async (as: string, path = '/adjust/bots/list?lineId=northwind-test') => {
    const { http, data } = await asColleague<{ list: { jobId: string }[] }>(path, {}, as)
    return [http, data?.list?.some((each) => each.jobId === jobId)]
  }
  const here = await tokenAt('lantern/northwind/northwind-test/123')
  const beside = await tokenAt('lantern/northwind/northwind-test/124')
  expect(await listed(here)).toEqual([200, true])
  expect(await listed(beside)).toEqual([200, false])
  expect((await listed(beside, '/adjust/bots/list?sId=123&lineId=northwind-test'))[0]).toBe(403)
  expect((await listed(here, '/adjust/bots/list?lineId=harbour-dev'))[0]).toBe(403)
  const scenarios = (as: string, lineId: string) => asColleague('/adjust/scenario/list', { lineId }, as)
  expect((await scenarios(here, 'northwind-test')).http).toBe(200)
  expect((await scenarios(here, 'harbour-dev')).http).toBe(403)
  await expect.poll(() => isOver(jobId), { timeout: 20_000 }).toBe(true)
}, 60_000)

test('a report has the times of all commands together; its file stands beside the earlier run', async () => {
  const stop = { afterMs: 20_000, passes: 8 }
  const earlier = await start('send BagList\nsend Heartbeat', stop)
  await expect.poll(() => isOver(earlier), { timeout: 20_000 }).toBe(true)
  const jobId = await start('send BagList', stop, { compareTo: earlier })
  await expect.poll(() => isOver(jobId), { timeout: 20_000 }).toBe(true)
  const { report, before } = (
    await asColleague<{ report: BotsReport; before: { report: BotsReport } }>('/adjust/bots/report', {
      jobId,
    })
  ).data
  const ofGame = report.commands.filter(({ cmd }) => cmd > 0)
  const { overall } = report
  expect(overall).toMatchObject({ cmd: -3, count: 12, errors: 0 })
  expect(overall!.max).toBe(Math.max(...ofGame.map(({ max }) => max)))
  expect(overall!.p50).toBeGreaterThan(0)
  const file = await fetch(`${running.url}/adjust/bots/file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jobId }),
  })
  const [head, ...rows] = (await file.text())
    .replace('\uFEFF', '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const rowOf = (name: string) => {
    const cells = rows.find((row) => row[1] === name)!
    return Object.fromEntries(head!.map((title, at) => [title, cells[at]]))
  }
  const old = before.report.commands
  const bag = old.find(({ name }) => name === 'BagList')!
  expect(rowOf('all')).toMatchObject({ command: '-3', count: '12', before_count: '20' })
  expect(rowOf('BagList')).toMatchObject({ count: '8', before_p99_ms: String(bag.p99) })
  // Only the earlier run asked for it.
  expect(rowOf('Heartbeat')).toMatchObject({ count: '', before_count: '8' })
}, 60_000)

test('the command line that is interrupted cancels its run on the console, and waits for the report', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'qd-simulate-'))
  try {
    const file = join(folder, 'long.txt')
    writeFileSync(file, 'enter device "bot-interrupted-{{bot}}"\nsend BagList\nsleep 50')
    const json = join(folder, 'out.json')
    const script = join(import.meta.dirname, '../../../scripts/simulate.ts')
    const args = [file, '--server', 'S123', '--duration', '60s', '--json', json]
    const env = { ...process.env, QD_TOKEN: token, QD_CONSOLE: running.url }
    const child = startScript(script, args, { env })
    onTestFinished(() => void child.kill())
    await child.says('online 1')
    child.signal('SIGINT')
    const { code, text } = await child.ended
    expect(code).toBe(130)
    expect(text).toMatch(/job \S+: cancelled/)
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ ended: 'cancelled', failed: 0 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)
