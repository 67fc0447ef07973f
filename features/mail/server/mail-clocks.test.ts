import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  aMailDraft as aDraft,
  mailWorld,
  mailWorldMigrations as worldMigrations,
} from '@qd/app-server/testing'
import type { MailWorld, MailWorldTables } from '@qd/app-server/testing'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const OF = { ahead: '30123000045', behind: '30124000045' }

let ahead: LyingGame
let behind: LyingGame
let store: Store<MailWorldTables>
let world: MailWorld
let nowMs: number

beforeEach(async () => {
  ahead = await startLyingGame()
  ahead.honest.offsetMs = DAY_MS
  behind = await startLyingGame('honest', { sId: 124 })
  behind.honest.offsetMs = -3 * HOUR_MS
  behind.honest.zone = 'America/New_York'
  for (const { honest } of [ahead, behind])
    honest.capabilities = ['mail.list', 'mail.global', 'players.query']
  const [one] = behind.honest.players.values()
  behind.honest.players.set(OF.behind, { ...one!, uId: OF.behind })
  store = await openStoreForTest<MailWorldTables>('sqlite', worldMigrations)
  nowMs = Date.now()
  world = mailWorld({
    store,
    targets: { 123: () => ahead.target, 124: () => behind.target },
    adapter: { cacheMs: 0 },
    nowMs: () => nowMs,
  })
})
afterEach(async () => {
  await world.jobs.stop()
  await world.close()
  await ahead.stop()
  await behind.stop()
  await store.close()
})

interface Body {
  mail: { sendAt: number; expireAt: number }
  sendAt: number
  expireAt: number
  where: unknown
}
const bodiesTo = ({ calls }: LyingGame, call: string) =>
  calls.filter(({ name }) => name === call).map(({ body }) => body as unknown as Body)
const timesTo = (game: LyingGame) =>
  bodiesTo(game, 'mailBatch').map(({ mail: { sendAt, expireAt } }) => [sendAt, expireAt])

async function release(id: string): Promise<string> {
  const answer = await world.release(id)
  expect(answer.http, answer.raw).toBe(200)
  return answer.body.data.jobId
}

it('[contract-clock] a mail for six hours later comes then on every server, whatever its clock says', async () => {
  await world.jobs.start()
  const times = { sendAt: nowMs + 6 * HOUR_MS, expireAt: nowMs + 30 * DAY_MS }
  const playerObj = [{ id: OF.ahead }, { id: OF.behind }]
  const { id } = await world.save(aDraft({ playerObj, ...times }))
  await world.until(await release(id), 'succeeded')
  expect(timesTo(ahead)).toEqual([[times.sendAt + DAY_MS, times.expireAt + DAY_MS]])
  expect(timesTo(behind)).toEqual([[times.sendAt - 3 * HOUR_MS, times.expireAt - 3 * HOUR_MS]])
  expect(await world.post('get', { id })).toMatchObject({ state: 'scheduled', draft: times })
})

it('[contract-clock] conditions mean the same real moments in estimate and mail', async () => {
  await world.jobs.start()
  const where = { level: { min: 1 }, registered: { from: nowMs - DAY_MS }, lastLogin: { to: nowMs } }
  const moved = (offset: number) => ({
    level: { min: 1 },
    registered: { from: nowMs - DAY_MS + offset },
    lastLogin: { to: nowMs + offset },
  })
  const { id } = await world.save(aDraft({ sendType: 3, playerObj: [], where }))
  await world.post('estimate', { serverId: [], where })
  await world.until(await release(id), 'succeeded')
  for (const [game, offset] of [
    [ahead, DAY_MS],
    [behind, -3 * HOUR_MS],
  ] as const) {
    const asked = [...bodiesTo(game, 'playersQuery'), ...bodiesTo(game, 'mailGlobal')]
    expect(asked.map((body) => body.where)).toEqual(asked.map(() => moved(offset)))
    expect(bodiesTo(game, 'mailGlobal').map(({ sendAt }) => sendAt)).toEqual([nowMs + offset])
  }
})

it('[contract-clock] a test mail lasts as long as the mail on a server a day ahead', async () => {
  await world.post('test-accounts/add', { uId: OF.ahead, label: 'test' })
  const expireAt = nowMs + 30 * DAY_MS
  const { id, revision } = await world.save(aDraft({ expireAt }))
  await world.post('test', { id, revision, uIds: [OF.ahead] })
  expect(timesTo(ahead)).toEqual([[nowMs + DAY_MS, expireAt + DAY_MS]])
})

it('[contract-clock] the check of the expiry looks at real time, not at the clock of one server', async () => {
  const inTwoDays = nowMs + 2 * DAY_MS - HOUR_MS
  const { id } = await world.save(aDraft({ expireAt: inTwoDays }))
  const { checks } = await world.post<{ checks: { key: string; state: string }[] }>('check', { id })
  expect(checks.find(({ key }) => key === 'expiry')?.state).toBe('ok')
})

it('[contract-clock] around midnight a mail counts on the real day it is sent, by the zone of the line', async () => {
  await world.jobs.start()
  nowMs = Date.parse('2026-11-30T15:59:30Z')
  const attach = [{ number: '10007', quantity: '2' }]
  for (const at of ['2026-11-30T15:59:59Z', '2026-11-30T16:00:00Z']) {
    const sendAt = Date.parse(at)
    const { id } = await world.save(aDraft({ attach, sendAt, expireAt: sendAt + 30 * DAY_MS }))
    await world.until(await release(id), 'succeeded')
  }
  const given = await store.read.selectFrom('item_given').select(['day', 'total']).orderBy('day').execute()
  expect(given.map(({ day, total }) => [day, Number(total)])).toEqual([
    ['2026-11-30', 2],
    ['2026-12-01', 2],
  ])
})

it('goes on with the words of a mail that an older console released', async () => {
  const times = { sendAt: nowMs + 6 * HOUR_MS, expireAt: nowMs + 30 * DAY_MS }
  const { id } = await world.save(aDraft(times))
  const jobId = await release(id)
  const { released } = await store.read.selectFrom('mail').select('released').executeTakeFirstOrThrow()
  const { clock: _real, ...older } = JSON.parse(released!) as Record<string, unknown>
  await store.write((tx) =>
    tx
      .updateTable('mail')
      .set({ released: JSON.stringify(older) })
      .execute(),
  )
  await world.jobs.start()
  await world.until(jobId, 'succeeded')
  expect(timesTo(ahead)).toEqual([[times.sendAt, times.expireAt]])
})
