import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import type { Store } from '@qd/store'
import { describeOnBothDatabases } from '@qd/store/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MailRecord } from '../contract/index.ts'
import {
  AT_MAIL as AT,
  aMailDraft as aDraft,
  freshMailKey as freshKey,
  mailWorld,
  mailWorldMigrations as worldMigrations,
} from '@qd/app-server/testing'
import type { MailWorld, MailWorldTables } from '@qd/app-server/testing'

const LINE = 'northwind-test'
const ITEM = '10007'

describeOnBothDatabases('amounts that a mail counts', worldMigrations, (open) => {
  let game: LyingGame
  let store: Store<MailWorldTables>
  let world: MailWorld
  const files: Record<string, Uint8Array> = {}

  beforeEach(async () => {
    game = await startLyingGame()
    game.honest.capabilities = ['mail.list', 'mail.recall']
    store = await open<MailWorldTables>()
    // No call that the game holds is given up.
    const adapter = { readTimeoutMs: 60_000, writeTimeoutMs: 60_000, cacheMs: 0 }
    world = mailWorld({ store, targets: { 123: () => game.target }, adapter, files })
    await world.jobs.start()
  })
  afterEach(async () => {
    await world.jobs.stop()
    await world.close()
    await game.stop()
  })

  function players(count: number): string[] {
    const [one] = game.honest.players.values()
    const uIds = Array.from({ length: count }, (_, index) => `30123${String(100_000 + index)}`)
    for (const uId of uIds) game.honest.players.set(uId, { ...one!, uId })
    return uIds
  }
  async function released(uIds: readonly string[]) {
    files['list.csv'] = Buffer.from(`uId\n${uIds.join('\n')}\n`)
    const attach = [{ number: ITEM, quantity: '2' }]
    const { id, revision } = await world.save(aDraft({ sendType: 4, playerObj: [], attach }))
    await world.post('import', { id, revision, fileIds: ['list.csv'], columns: { uId: 0, hasHead: true } })
    const answer = await world.release(id)
    expect(answer.http, answer.raw).toBe(200)
    return { id, jobId: answer.body.data.jobId }
  }
  const counted = async () => {
    const rows = await store.read.selectFrom('item_given').select(['total', 'players']).execute()
    return rows.map(({ total, players: many }) => [Number(total), Number(many)])
  }
  const retry = (id: string) =>
    world.admin.post<{ jobId: string }>(`/partner/mail/retry${AT}`, {
      id,
      reason: 'they exist now',
      idempotencyKey: freshKey(),
    })
  const batches = () => game.calls.filter(({ name }) => name === 'mailBatch').length

  it('are given back for those it was not sent to, once it is cancelled', async () => {
    const letGo = game.hold('mailBatch', 2)
    const { id, jobId } = await released(players(3_000))
    expect(await counted()).toEqual([[6_000, 3_000]])
    await expect.poll(batches).toBe(4)
    await world.cleanUp()
    expect(await counted()).toEqual([[6_000, 3_000]])
    await world.stopJob(jobId, 'cancel')
    letGo()
    await world.until(jobId, 'cancelled')
    await world.cleanUp()
    const { progress } = await world.post<MailRecord>('get', { id })
    expect(progress).toMatchObject({ delivered: 400, already: 0, unknown: 0 })
    expect(await counted()).toEqual([[800, 400]])
    await world.cleanUp()
    expect(await counted()).toEqual([[800, 400]])
  })

  it('stay counted where two people release it at once and one of them is refused', async () => {
    files['list.csv'] = Buffer.from(`uId\n${players(40).join('\n')}\n`)
    const attach = [{ number: ITEM, quantity: '2' }]
    const { id, revision } = await world.save(aDraft({ sendType: 4, playerObj: [], attach }))
    await world.post('import', { id, revision, fileIds: ['list.csv'], columns: { uId: 0, hasHead: true } })
    const answers = await Promise.all(Array.from({ length: 4 }, () => world.release(id)))
    const sent = answers.filter(({ http }) => http === 200)
    expect([sent.length, answers.filter(({ http }) => http === 409).length]).toEqual([1, 3])
    await world.until(sent[0]!.body.data.jobId, 'succeeded')
    await world.cleanUp()
    expect((await world.post<MailRecord>('get', { id })).progress).toMatchObject({ delivered: 40 })
    expect(await counted()).toEqual([[80, 40]])
  })

  it('are given back for those it failed for, and counted again when it is sent again', async () => {
    const here = players(120)
    const late = ['30123900001', '30123900002']
    const { id, jobId } = await released([...here, ...late])
    await world.until(jobId, 'partly_failed', 'succeeded')
    await world.cleanUp()
    expect(await counted()).toEqual([[240, 120]])
    const [one] = game.honest.players.values()
    game.honest.players.set(late[0]!, { ...one!, uId: late[0]! })
    await world.until((await retry(id)).body.data.jobId, 'succeeded', 'partly_failed', 'failed')
    await world.cleanUp()
    expect(await counted()).toEqual([[242, 121]])
  })

  it('keep what players may have got whom nobody has an answer for', async () => {
    game.behave('hang_up', 'mailBatch')
    const { id, jobId } = await released(players(50))
    const progress = async () => (await world.post<MailRecord>('get', { id })).progress
    await expect.poll(progress).toMatchObject({ unknown: 50, waiting: 0 })
    await world.admin.post('/platform/job/cancel', { jobId })
    await world.until(jobId, 'cancelled')
    await world.cleanUp()
    expect(await counted()).toEqual([[100, 50]])
  })

  it('are given back for what a recall has taken from players, and stay counted for what they keep', async () => {
    const [taken = '', spent = '', unclaimed = ''] = players(3)
    const { id, jobId } = await released([taken, spent, unclaimed, '30123900001'])
    await world.until(jobId, 'failed', 'partly_failed')
    for (const uId of [taken, spent]) game.honest.mail.claim(id, uId)
    game.honest.mail.spent.add(spent)
    // Nobody has given back yet what was not sent.
    expect(await counted()).toEqual([[8, 4]])
    const order = { id, reason: 'wrong item', idempotencyKey: freshKey() }
    const recall = await world.admin.post<{ jobId: string }>(`/partner/mail/take-back${AT}`, order)
    expect(recall.http, recall.raw).toBe(200)
    await world.until(recall.body.data.jobId, 'succeeded')
    const { recalled } = await world.post<{ recalled: object }>('report', { id })
    expect(recalled).toMatchObject({ removed: 1, claimed: 2 })
    expect(await counted()).toEqual([[4, 2]])
    await world.cleanUp()
    expect(await counted()).toEqual([[4, 2]])
  })

  it('hold a mail back that would go beyond a limit when it is sent again', async () => {
    const late = '30123900001'
    const { id, jobId } = await released([...players(30), late])
    await world.until(jobId, 'partly_failed', 'succeeded')
    await world.cleanUp()
    const limit = { id: 'x', line_id: LINE, number: ITEM, kind: 'person_day', quantity: '61', revision: 1 }
    await store.write((tx) =>
      tx
        .insertInto('item_limit')
        .values({ ...limit, changed_by: 'x', changed_at: 0 } as never)
        .execute(),
    )
    const refused = await retry(id)
    expect([refused.http, refused.body.err?.code]).toEqual([422, 'mail_check_failed'])
    expect(await counted()).toEqual([[60, 30]])
  })
})
