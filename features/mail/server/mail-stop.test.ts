import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import type { Store } from '@qd/store'
import { describeOnBothDatabases } from '@qd/store/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MailRecord } from '../contract/index.ts'
import {
  aMailDraft as aDraft,
  mailWorld,
  mailWorldMigrations as worldMigrations,
} from '@qd/app-server/testing'
import type { MailWorld, MailWorldTables } from '@qd/app-server/testing'

/** No call that the game holds is given up. */
const PATIENT = { readTimeoutMs: 60_000, writeTimeoutMs: 60_000, cacheMs: 0 }

describeOnBothDatabases('a mail that is stopped while it is sent', worldMigrations, (open) => {
  let game: LyingGame
  let store: Store<MailWorldTables>
  let world: MailWorld
  let beforeStart: () => void
  const files: Record<string, Uint8Array> = {}

  beforeEach(async () => {
    game = await startLyingGame()
    game.honest.capabilities = ['mail.list']
    beforeStart = () => undefined
    store = await open<MailWorldTables>()
    world = mailWorld({
      store,
      targets: { 123: () => game.target },
      adapter: PATIENT,
      files,
      beforeStart: async () => beforeStart(),
    })
    await world.jobs.start()
  })
  afterEach(async () => {
    await world.jobs.stop()
    await world.close()
    await game.stop()
  })

  const get = (id: string) => world.post<MailRecord>('get', { id })
  const callsOf = (name: string) => game.calls.filter((call) => call.name === name).length
  const delivered = (id: string, uIds: readonly string[]) =>
    uIds.filter((uId) => game.honest.mail.stateOf(id, uId) === 'delivered').length

  /** Sends a mail to so many players. */
  async function send(count: number) {
    const [one] = game.honest.players.values()
    const uIds = Array.from({ length: count }, (_, index) => `30123${String(100_000 + index)}`)
    for (const uId of uIds) game.honest.players.set(uId, { ...one!, uId })
    files['list.csv'] = Buffer.from(`uId\n${uIds.join('\n')}\n`)
    const { id, revision } = await world.save(aDraft({ sendType: 4, playerObj: [] }))
    await world.post('import', { id, revision, fileIds: ['list.csv'], columns: { uId: 0, hasHead: true } })
    const answer = await world.release(id)
    expect(answer.http, answer.raw).toBe(200)
    return { id, uIds, jobId: answer.body.data.jobId }
  }

  it('stops between two chunks when it is cancelled; who got it is counted', async () => {
    const letGo = game.hold('mailBatch', 2)
    const { id, uIds, jobId } = await send(3_000)
    // Two reached their players, and two are under way: more a server is not given at a time.
    await expect.poll(() => callsOf('mailBatch')).toBe(4)
    await world.stopJob(jobId, 'cancel')
    letGo()
    await world.until(jobId, 'cancelled')
    expect([callsOf('mailBatch'), delivered(id, uIds)]).toEqual([4, 400])
    const progress = { delivered: 400, failed: 0, unknown: 0, waiting: 2_600 }
    expect(await get(id)).toMatchObject({ state: 'cancelled', progress })
  })

  it('sends nothing once it is cancelled while a slow server is asked what it takes', async () => {
    let letGo: () => void = () => undefined
    let before = 0
    beforeStart = () => {
      before = callsOf('meta')
      letGo = game.hold('meta')
    }
    const { id, jobId } = await send(120)
    await expect.poll(() => callsOf('meta')).toBe(before + 1)
    await world.stopJob(jobId, 'cancel')
    letGo()
    await world.until(jobId, 'cancelled')
    expect(callsOf('mailBatch')).toBe(0)
    expect((await get(id)).progress).toMatchObject({ delivered: 0, unknown: 0, waiting: 120 })
  })

  it('stops between the parts of a chunk when it is cancelled, and knows who got it', async () => {
    // Less than when the list was cut into chunks.
    beforeStart = () => void (game.honest.maxBatch = 10)
    const letGo = game.hold('mailBatch', 2)
    const { id, uIds, jobId } = await send(100)
    await expect.poll(() => callsOf('mailBatch')).toBe(3)
    await world.stopJob(jobId, 'cancel')
    letGo()
    await world.until(jobId, 'cancelled', 'failed')
    expect([callsOf('mailBatch'), delivered(id, uIds)]).toEqual([3, 30])
    expect((await get(id)).progress).toMatchObject({ delivered: 30, failed: 70, unknown: 0 })
    const left = await store.read.selectFrom('mail_exception').select(['player', 'msg']).execute()
    expect(left.map(({ player }) => player).toSorted()).toEqual(uIds.slice(30))
    expect(new Set(left.map(({ msg }) => msg))).toEqual(new Set(['mail.row.halted']))
  })

  it('goes on with the parts of a chunk after a pause, and delivers each once', async () => {
    // Less than when the list was cut into chunks.
    beforeStart = () => void (game.honest.maxBatch = 10)
    const letGo = game.hold('mailBatch', 2)
    const { id, uIds, jobId } = await send(100)
    await expect.poll(() => callsOf('mailBatch')).toBe(3)
    await world.stopJob(jobId, 'pause')
    letGo()
    await world.until(jobId, 'paused')
    expect(delivered(id, uIds)).toBe(30)
    await world.admin.post('/platform/job/resume', { jobId })
    await world.until(jobId, 'succeeded')
    expect((await get(id)).progress).toMatchObject({ delivered: 100, already: 0, failed: 0, unknown: 0 })
    expect(delivered(id, uIds)).toBe(100)
  })
})
