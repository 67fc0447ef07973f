import { world } from '@qd/sandbox'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { speakTo, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

const SERVER = 'sId=123&lineId=northwind-test'
const FOREIGN_SERVER = 'sId=11&lineId=harbour-prod'
const PLAYERS = ['30123000045', '30123000003']
const MONDAYS = {
  rule: { kind: 'weekly', days: [1], at: '09:00' },
  zone: 'Asia/Shanghai',
  overlap: 'skip',
  missed: 'once',
}

interface Entry {
  source: string
  id: string
  version: string
  target: string
}
interface Run {
  state: string
  jobId: string | null
  msg: string
}

let running: TestConsole
let admin: Speaker
let operator: Speaker
let reader: Speaker
beforeAll(async () => {
  running = await startTestConsole()
  ;[admin, operator, reader] = await Promise.all([
    running.signIn('admin'),
    running.signIn('operator'),
    running.signIn('reader'),
  ])
})
afterAll(() => running.dispose())

const key = () => `schedule-${randomBytes(8).toString('hex')}`

async function functionOf(id: string): Promise<Entry> {
  const { body } = await operator.post<{ list: Entry[] }>(`/adjust/function/list?${SERVER}`)
  return body.data.list.find((entry) => entry.id === id)!
}

interface Wish {
  id?: string
  params?: object
  at?: string
  text?: string
  timing?: object
}

async function order(as: Speaker, wish: Wish = {}) {
  const { id = 'clearMail', params = { days: 7 }, at = SERVER, text = PLAYERS.join('\n') } = wish
  const { source, version } = await functionOf(id)
  const body = {
    function: { source, id, version },
    params,
    timing: wish.timing ?? MONDAYS,
    reason: 'every Monday',
    idempotencyKey: key(),
  }
  return as.postText<{ scheduleId: string; nextAt: number; players: number }>(
    `/adjust/function/schedule?${at}`,
    body,
    text,
  )
}

const runsOf = async (scheduleId: string): Promise<Run[]> =>
  (await admin.post<{ list: Run[] }>('/platform/schedule/runs', { scheduleId })).body.data.list
const runNow = (as: Speaker, scheduleId: string) =>
  as.post('/platform/schedule/runNow', { scheduleId, idempotencyKey: key() })

describe('a function at set times', () => {
  test('[schedules.owner] on two players: each time starts a job in its owner’s name, and the run ends with it', async () => {
    const made = await order(operator)
    expect([made.http, made.body.msg, made.body.data?.players]).toEqual([200, '', 2])
    expect(new Date(made.body.data.nextAt).toISOString()).toMatch(/T01:00:00\.000Z$/)
    const { scheduleId } = made.body.data
    expect((await runNow(operator, scheduleId)).http).toBe(200)
    const states = async () => (await runsOf(scheduleId)).map(({ state }) => state)
    await expect.poll(states, { timeout: 30_000 }).toEqual(['done'])
    const [run] = await runsOf(scheduleId)
    const job = await operator.post<{ owner: string; counters: object; reason: string }>(
      '/platform/job/get',
      { jobId: run!.jobId },
    )
    expect(job.body.data).toMatchObject({
      owner: 'operator',
      reason: 'every Monday',
      counters: { total: 2, done: 2, failed: 0 },
    })
  })

  test('on the server, where the function needs no player; a list for it is refused', async () => {
    const wish = { id: 'onlineByLevel', params: {} }
    const refused = await order(operator, wish)
    expect([refused.http, refused.body.err?.code]).toEqual([400, 'function_needs_no_player'])
    const made = await order(operator, { ...wish, text: '' })
    expect([made.http, made.body.data?.players]).toEqual([200, 0])
    const { scheduleId } = made.body.data
    await runNow(operator, scheduleId)
    const states = async () => (await runsOf(scheduleId)).map(({ state }) => state)
    await expect.poll(states, { timeout: 30_000 }).toEqual(['done'])
  })

  test.each<[string, Wish, number, string]>([
    ['a player of another server', { text: '10011000003' }, 422, 'function_players_foreign'],
    ['no player at all', { text: '\n\n' }, 400, 'field_invalid'],
    ['a parameter out of its range', { params: { days: 9_999 } }, 422, 'parameters_invalid'],
    [
      'a risky function without its right',
      { id: 'addGold', params: { amount: '5' } },
      403,
      'function_too_risky',
    ],
    [
      'a time that has passed',
      { timing: { ...MONDAYS, rule: { kind: 'once', at: 1 } } },
      422,
      'schedule_never_due',
    ],
    ['a server out of reach', { at: FOREIGN_SERVER }, 403, 'scope_forbidden'],
  ])('[schedules.input] %s is refused', async (_what, wish, status, code) => {
    const answer = await order(operator, wish)
    expect([answer.http, answer.body.err?.code]).toEqual([status, code])
  })

  test('on the server, the right to run functions on many alone is not enough', async () => {
    const tokenWith = async (...codes: string[]) => {
      const { body } = await operator.post<{ token: string }>('/api/auth/tokens/create', {
        tokenName: `scheduling ${codes.length}`,
        expiresAt: Date.now() + 3_600_000,
        grants: [{ scope: '*', environment: '*', codes }],
        password: world.accountPassword,
      })
      return speakTo(running.url, body.data.token)
    }
    const wish = { id: 'onlineByLevel', params: {}, text: '' }
    const many = 'dataModify.function.job'
    expect((await order(await tokenWith(many), wish)).body.err?.code).toBe('forbidden')
    expect((await order(await tokenWith(many, 'dataModify.function.run'), wish)).http).toBe(200)
  })

  test('who may not run functions on many makes no entry, and nobody does without a login', async () => {
    expect((await order(reader)).http).toBe(403)
    expect((await order(running.anonymous)).http).toBe(401)
  })

  test('[schedules.system] the console’s own work shows with its next time, to those who may see it', async () => {
    const list = async (as: Speaker) =>
      (
        await as.post<{ list: { id: string; nextAt: number | null }[] }>('/platform/schedule/list', {
          owner: 'system',
        })
      ).body.data.list
    const found = await list(admin)
    expect(found.map(({ id }) => id).toSorted()).toEqual([
      'system:audit.verify',
      'system:data-edit.retention',
      'system:jobs.retention',
      'system:properties.sync',
      'system:redemption-codes.guesses',
      'system:schedules.retention',
    ])
    expect(found.every(({ nextAt }) => nextAt !== null)).toBe(true)
    expect(await list(operator)).toEqual([])
    const scheduleId = 'system:audit.verify'
    expect((await runNow(admin, scheduleId)).http).toBe(200)
    const states = async () => (await runsOf(scheduleId)).map(({ state }) => state)
    await expect.poll(states, { timeout: 30_000 }).toEqual(['done'])
    const chain = await admin.post<{ verify: { state: string } }>('/platform/audit/chain')
    expect(chain.body.data.verify.state).toBe('ok')
  })
})
