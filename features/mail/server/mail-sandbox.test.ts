import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callGame, startGameServerForTest } from '@qd/sandbox/testing'
import type { TestGameServer } from '@qd/sandbox/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MailRecord } from '../contract/index.ts'
import {
  aMailDraft as aDraft,
  mailWorld,
  mailWorldMigrations as worldMigrations,
} from '@qd/app-server/testing'
import type { MailWorld, MailWorldTables } from '@qd/app-server/testing'

const PLAYERS = 400

let folder: string
let game: TestGameServer
let store: Store<MailWorldTables>
let world: MailWorld
const files: Record<string, Uint8Array> = {}
const start = () => startGameServerForTest({ players: PLAYERS, databasePath: join(folder, 'game.sqlite') })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qd-mail-'))
  game = await start()
  store = await openStoreForTest<MailWorldTables>('sqlite', worldMigrations)
  world = mailWorld({ store, targets: { 123: () => game.target }, adapter: { cacheMs: 0 }, files })
  await world.jobs.start()
})
afterEach(async () => {
  await world.jobs.stop()
  await world.close()
  await game.stop()
  await store.close()
  rmSync(folder, { recursive: true })
})

const uIds = Array.from({ length: PLAYERS }, (_, index) => String(30_123_000_001 + index))
const stateOf = async (mailId: string) => {
  const { envelope } = await callGame(game.target, 'mailStatus', { mailId, limit: 1_000 })
  return envelope.data!.counts
}

it('names the language whose text is too long for the mailbox', async () => {
  const { id } = await world.save(aDraft({ content: { cn: { title: '灯'.repeat(41), body: 'x' } } }))
  const { blockedBy } = await world.post<{ blockedBy: string | null }>('check', { id })
  expect(blockedBy).toMatch(/简体中文.*123.*120/)
})

it('groups the digits of large numbers in the checks', async () => {
  const { id } = await world.save(aDraft({ attach: [{ number: '10001', quantity: '100000' }] }))
  const { checks } = await world.post<{ checks: { key: string; text: string }[] }>('check', { id })
  expect(checks.find(({ key }) => key === 'value')?.text).toMatch(/^估算价值：\d{1,3}(,\d{3})+$/)
})

it('reaches each player of Lantern Tide once, though the game server dies on the way', async () => {
  files['list.csv'] = Buffer.from(`uId\n${uIds.join('\n')}\n`)
  const { id, revision } = await world.save(aDraft({ sendType: 4, playerObj: [] }))
  await world.post('import', { id, revision, fileIds: ['list.csv'], columns: { uId: 0, hasHead: true } })
  const released = await world.release(id)
  expect(released.http, released.raw).toBe(200)
  await game.stop()
  const { jobId } = released.body.data
  await world.until(jobId, 'paused', 'succeeded')
  game = await start()
  const job = await world.job(jobId)
  if (job.state === 'paused') await world.admin.post('/platform/job/resume', { jobId })
  await world.until(jobId, 'succeeded')
  expect(await stateOf(id)).toMatchObject({ delivered: PLAYERS })
  const { progress, state } = await world.post<MailRecord>('get', { id })
  expect(state).toBe('sent')
  expect((progress?.delivered ?? 0) + (progress?.already ?? 0)).toBe(PLAYERS)
  expect(progress).toMatchObject({ failed: 0, unknown: 0, waiting: 0 })
})

it('is told of by the checks with the limits and languages of the real server', async () => {
  const { id } = await world.save(aDraft({ sendType: 1, playerObj: [] }))
  const { checks, players } = await world.post<{ checks: { key: string; state: string }[]; players: number }>(
    'check',
    { id },
  )
  expect(checks.filter(({ state }) => state === 'fail')).toEqual([])
  expect(players).toBeGreaterThanOrEqual(PLAYERS)
  const released = await world.release(id)
  await world.until(released.body.data.jobId, 'succeeded')
  expect((await world.post<MailRecord>('get', { id })).progress).toMatchObject({ total: 1, delivered: 1 })
})
