import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import type { Store } from '@qd/store'
import { describeOnBothDatabases } from '@qd/store/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AT_MAIL, aMailDraft, freshMailKey, mailWorld, mailWorldMigrations } from '@qd/app-server/testing'
import type { MailWorld, MailWorldTables } from '@qd/app-server/testing'

const FAST = { readTimeoutMs: 2_000, writeTimeoutMs: 400, cacheMs: 0 }
const NOBODY = '30123900001'

describeOnBothDatabases('faults of a mail', mailWorldMigrations, (open) => {
  let game: LyingGame
  let store: Store<MailWorldTables>
  let world: MailWorld
  const files: Record<string, Uint8Array> = {}

  beforeEach(async () => {
    game = await startLyingGame()
    game.honest.capabilities = ['mail.list', 'mail.global', 'mail.recall']
    store = await open<MailWorldTables>()
    world = mailWorld({ store, targets: { 123: () => game.target }, adapter: FAST, files })
    await world.jobs.start()
  })
  afterEach(async () => {
    await world.jobs.stop()
    await world.close()
    await game.stop()
  })

  const batches = () => game.calls.filter(({ name }) => name === 'mailBatch')
  async function imported(...uIds: string[]): Promise<string> {
    files['list.csv'] = Buffer.from(`uId\n${uIds.join('\n')}\n`)
    const { id, revision } = await world.save(aMailDraft({ sendType: 4, playerObj: [] }))
    await world.post('import', { id, revision, fileIds: ['list.csv'], columns: { uId: 0, hasHead: true } })
    return id
  }

  it('a veto ends a mail for good: nobody sends it to those it has not reached', async () => {
    const [uId = ''] = game.honest.players.keys()
    const id = await imported(uId, NOBODY)
    const released = await world.release(id)
    const { jobId } = released.body.data
    await world.until(jobId, 'failed')
    const before = batches().length
    world.vetoed.add(jobId)
    const again = { id, reason: 'once more', idempotencyKey: freshMailKey() }
    const refused = await world.admin.post(`/partner/mail/retry${AT_MAIL}`, again)
    expect([refused.http, refused.body.err?.code]).toEqual([409, 'approval_vetoed'])
    const woken = await world.admin.post('/platform/job/retry', { jobId, which: 'failed' })
    expect([woken.http, woken.body.err?.code]).toEqual([409, 'approval_vetoed'])
    expect((await world.job(jobId)).state).toBe('failed')
    expect(batches()).toHaveLength(before)
  })
})
