import type { BotsReport } from '@qd/bots/contract'
import { parseScenario } from '@qd/scenario'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

/* A device is what a player enters by: bots of people who may not be real players have devices of their own. */

let running: TestConsole
let developer: Speaker
let account: string
let keys = 0

beforeAll(async () => {
  running = await startTestConsole()
  developer = await running.signIn('developer')
  const found = await developer.post<{ data: { role: { account: string } } }>(
    '/adjust/get?sId=123&uId=30123000045',
    {},
  )
  account = found.body.data.data.role.account
})
afterAll(() => running.dispose())

function start(as: Speaker, text: string) {
  const read = parseScenario(text)
  if (!read.ok) throw new Error(read.faults[0]?.message)
  return as.post<{ jobId: string }>('/adjust/bots/start?sId=123', {
    scenario: read.scenario,
    load: {
      model: 'closed',
      clients: 1,
      rampMs: 0,
      thinkMs: { from: 0, to: 0 },
      stop: { afterMs: 20_000, passes: 1 },
    },
    reason: 'bots as players',
    idempotencyKey: `bots-as-players-${++keys}`,
  })
}

async function reportOf(as: Speaker, jobId: string) {
  const read = async () =>
    (await as.post<{ report: BotsReport | null }>('/adjust/bots/report', { jobId })).body.data?.report
  await expect.poll(read, { timeout: 30_000 }).toMatchObject({ ended: 'passes' })
  return (await read())!
}

test.each([
  ['as a device that is not a bot`s', () => `enter device "${account}"`, '1'],
  ['as one that only begins otherwise', () => 'send BagList {}\nenter device "my-{{bot}}"', '2'],
  ['by an Enter of its own', () => 'enter\nsend Enter {"hash":"00","deviceId":"somebody"}', '2'],
])('a developer is refused bots that enter %s, with the step', async (_how, text, step) => {
  const { http, body } = await start(developer, text())
  expect([http, body.err?.code]).toEqual([400, 'bots_scenario_wrong'])
  expect(body.err?.details).toMatchObject({ step })
  expect(body.msg).toContain('bot-')
})

test('a device that only the run knows is refused when it enters', async () => {
  const { body } = await start(developer, `var who = "${account}"\nenter device "{{who}}"`)
  const report = await reportOf(developer, body.data.jobId)
  expect(report).toMatchObject({ passed: 0, failed: 1 })
  expect(report.errors).toMatchObject([{ step: '1', text: expect.stringContaining('bot-') }])
}, 60_000)

test('whoever may act as a real player has bots that do', async () => {
  const admin = await running.signIn('admin')
  const { body } = await start(admin, `enter device "${account}"`)
  expect(await reportOf(admin, body.data.jobId)).toMatchObject({
    passed: 1,
    failed: 0,
    players: [{ uId: '30123000045' }],
  })
}, 60_000)
