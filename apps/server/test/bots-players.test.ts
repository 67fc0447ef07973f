import { world } from '@qd/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BotsPlayer, BotsReport } from '@qd/bots/contract'
import { parseScenario } from '@qd/scenario'
import { startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

/* Players of a run before and after it, for those who may read players there. */

let running: TestConsole
let developer: Speaker
let keys = 0

beforeAll(async () => {
  running = await startTestConsole()
  developer = await running.signIn('developer')
})
afterAll(() => running.dispose())

async function play(steps: string, clients: number): Promise<string> {
  const read = parseScenario(`scenario "trains"\n${steps}`)
  if (!read.ok) throw new Error(read.faults[0]?.message)
  const { body } = await developer.post<{ jobId: string }>('/adjust/bots/start?sId=123', {
    scenario: read.scenario,
    load: {
      model: 'closed',
      clients,
      rampMs: 0,
      thinkMs: { from: 0, to: 0 },
      stop: { afterMs: 20_000, passes: clients },
    },
    reason: 'bots test',
    idempotencyKey: `bots-players-${++keys}`,
  })
  const { jobId } = body.data
  await expect.poll(async () => (await reportFor(developer, jobId)) !== null, { timeout: 20_000 }).toBe(true)
  return jobId
}

async function reportFor(as: Speaker, jobId: string): Promise<BotsReport | null> {
  const answer = await as.post<{ report: BotsReport | null }>('/adjust/bots/report', { jobId })
  return answer.body.data.report
}
const playersOf = async (jobId: string) => (await reportFor(developer, jobId))!.players

const valuesOf = ({ modules }: BotsPlayer, name: string) =>
  modules.find(({ module }) => module === name)?.values ?? []

test('the report of a small run has each player before and after it, by module', async () => {
  const jobId = await play(
    'enter device "bot-trains-{{bot}}"\nsend 1203 {"times":2}\nsend 1203 {"times":1}',
    2,
  )
  const players = (await playersOf(jobId))!
  expect(players.map(({ client }) => client)).toEqual([1, 2])
  const [first, second] = players
  expect(first!.uId).toMatch(/^\d+$/)
  expect(second!.uId).not.toBe(first!.uId)
  for (const player of players) {
    const stamina = valuesOf(player, 'role').find(({ path }) => path === 'stamina')!
    // What both requests took, not the last one alone.
    expect(Number(stamina.before) - Number(stamina.after)).toBe(30)
    expect(player.unchanged).toContain('ship')
    expect(player.unchanged).not.toContain('role')
    expect(player.isCut).toBe(false)
  }
}, 60_000)

test('a larger run follows its first client alone, and one that never enters nobody', async () => {
  const many = await play('enter device "bot-many-{{bot}}"\nsend BagList', 6)
  // What the game itself gives them meanwhile is not of the run.
  expect((await playersOf(many))!.map(({ client }) => client)).toEqual([1])
  const outside = await play('sleep 10', 1)
  expect(await playersOf(outside)).toBeUndefined()
}, 60_000)

test('whoever may run bots but not read players there gets the report without them', async () => {
  const tokenFor = async (codes: string[]) => {
    const made = await developer.post<{ token: string }>('/api/auth/tokens/create', {
      tokenName: codes.join(' '),
      expiresAt: Date.now() + 3_600_000,
      grants: [{ scope: 'lantern/northwind', environment: '*', codes }],
      password: world.accountPassword,
    })
    return made.body.data.token
  }
  const asToken = async (codes: string[], jobId: string) => {
    const answer = await fetch(`${running.url}/adjust/bots/report`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenFor(codes)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jobId, compareTo: jobId }),
    })
    const { data } = (await answer.json()) as {
      data: { report: BotsReport; before: { report: BotsReport } }
    }
    return [data.report, data.before.report]
  }
  const jobId = await play('enter device "bot-seen-{{bot}}"\nsend 1203 {"times":1}', 1)
  for (const report of await asToken(['mock.simulator.bots'], jobId)) {
    expect(report).toMatchObject({ ended: 'passes', passed: 1 })
    expect(report).not.toHaveProperty('players')
  }
  for (const report of await asToken(['mock.simulator.bots', 'index.data.read'], jobId))
    expect(report.players).toHaveLength(1)
}, 60_000)
