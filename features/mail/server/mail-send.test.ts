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

const FAST = { readTimeoutMs: 2_000, writeTimeoutMs: 400, cacheMs: 0 }
const P = ['30123000045', '30123000046', '30123000047']

function fill(game: LyingGame, sId: number, count: number): string[] {
  const [one] = game.honest.players.values()
  const uIds = Array.from({ length: count }, (_, index) => `30${String(sId)}${String(100_000 + index)}`)
  for (const uId of uIds) game.honest.players.set(uId, { ...one!, uId })
  return uIds
}

describeOnBothDatabases('sending a mail', worldMigrations, (open) => {
  let game: LyingGame
  let other: LyingGame
  let store: Store<MailWorldTables>
  let world: MailWorld
  const files: Record<string, Uint8Array> = {}

  beforeEach(async () => {
    game = await startLyingGame()
    other = await startLyingGame('honest', { sId: 124 })
    for (const each of [game, other]) each.honest.capabilities = ['mail.list', 'mail.global', 'mail.recall']
    store = await open<MailWorldTables>()
    world = mailWorld({
      store,
      targets: { 123: () => game.target, 124: () => other.target },
      adapter: FAST,
      files,
    })
    await world.jobs.start()
  })
  afterEach(async () => {
    await world.jobs.stop()
    await world.close()
    await game.stop()
    await other.stop()
  })

  const get = (id: string) => world.post<MailRecord>('get', { id })
  const batches = () => [...game.calls, ...other.calls].filter(({ name }) => name === 'mailBatch')
  const delivered = (of: LyingGame, id: string, uIds: readonly string[]) =>
    uIds.filter((uId) => of.honest.mail.stateOf(id, uId) === 'delivered').length

  async function importList(uIds: readonly string[]) {
    files['list.csv'] = Buffer.from(`uId\n${uIds.join('\n')}\n`)
    const { id, revision } = await world.save(aDraft({ sendType: 4, playerObj: [] }))
    await world.post('import', { id, revision, fileIds: ['list.csv'], columns: { uId: 0, hasHead: true } })
    return id
  }
  async function send(id: string) {
    const answer = await world.release(id)
    expect(answer.http, answer.raw).toBe(200)
    return answer.body.data.jobId
  }

  it('[S4.02] reaches named players once, in all languages, and says so', async () => {
    const { id } = await world.save(aDraft({ playerObj: P.map((uId) => ({ id: uId })) }))
    const jobId = await send(id)
    await world.until(jobId, 'succeeded')
    expect(delivered(game, id, P)).toBe(3)
    const record = await get(id)
    expect(record).toMatchObject({
      state: 'sent',
      progress: { total: 3, delivered: 3, already: 0, failed: 0, unknown: 0, waiting: 0 },
      reason: 'ticket 7',
    })
    const { mail } = batches()[0]!.body as { mail: { title: Record<string, string>; sender: object } }
    expect(mail.title).toMatchObject({ cn: '补偿', en: 'Sorry' })
    // No name in English: the one of the language that stands in.
    expect(mail.sender).toMatchObject({ en: '运营团队' })
  })

  it('[S4.02] gives everybody one record a server, and the condition of a range with it', async () => {
    const { id } = await world.save(
      aDraft({ sendType: 3, playerObj: [], where: { level: { min: 10 } }, exclude: [P[0]!] }),
    )
    const jobId = await send(id)
    await world.until(jobId, 'succeeded')
    const asked = [...game.calls, ...other.calls].filter(({ name }) => name === 'mailGlobal')
    expect(asked.map(({ body }) => [body['mailId'], body['where'], body['exclude']])).toEqual([
      [id, { level: { min: 10 } }, [P[0]]],
      [id, { level: { min: 10 } }, [P[0]]],
    ])
    expect((await get(id)).progress).toMatchObject({ total: 2, delivered: 2 })
    expect(await world.jobs.resultOf(jobId)).toMatchObject({
      isWhole: true,
      words: { key: 'mail.result.servers', params: { total: { quantity: '2' } } },
    })
  })

  it('[S4.02] sends an import in chunks of what each server takes, and keeps only who did not get it', async () => {
    const here = fill(game, 123, 250)
    const there = fill(other, 124, 120)
    const nobody = ['30123999999', '30124999999']
    const id = await importList([...here, ...nobody, ...there])
    const jobId = await send(id)
    await world.until(jobId, 'succeeded')
    expect([delivered(game, id, here), delivered(other, id, there)]).toEqual([250, 120])
    expect((await get(id)).progress).toMatchObject({ total: 372, delivered: 370, failed: 2 })
    const sizes = batches().map(({ body }) => (body['recipients'] as object[]).length)
    expect(Math.max(...sizes)).toBe(100)
    const file = await world.admin.post(`/partner/mail/exceptions${AT}`, { id })
    expect(file.raw.trim().split('\r\n').slice(1)).toEqual([
      'S123,30123999999,failed,2001,no such player',
      'S124,30124999999,failed,2001,no such player',
    ])
    expect(await store.read.selectFrom('mail_exception').selectAll().execute()).toHaveLength(2)
    // Each chunk went through as a row; whoever asked for the mail counts players.
    const counted = { total: 372, reached: 370, failed: 2, unknown: 0 }
    expect(await world.jobs.resultOf(jobId)).toEqual({
      isWhole: false,
      words: {
        key: 'mail.result.players',
        params: Object.fromEntries(
          Object.entries(counted).map(([name, count]) => [name, { quantity: String(count) }]),
        ),
      },
    })
  })

  it('asks again under the same key when an answer is lost, and delivers nothing twice', async () => {
    const uIds = fill(game, 123, 150)
    const id = await importList(uIds)
    game.behave('hang_up', 'mailBatch')
    // Lost more often, the job would pause.
    const letGo = game.hold('mailBatch', 2)
    const jobId = await send(id)
    await expect.poll(() => batches().length).toBeGreaterThan(2)
    game.behave('honest', 'mailBatch')
    letGo()
    await world.until(jobId, 'succeeded')
    expect(delivered(game, id, uIds)).toBe(150)
    expect((await get(id)).progress).toMatchObject({ delivered: 150, already: 0, failed: 0, unknown: 0 })
    const keys = new Map<string, Set<string>>()
    for (const { idempotencyKey, body } of batches()) {
      const words = keys.get(idempotencyKey!) ?? new Set()
      keys.set(idempotencyKey!, words.add(JSON.stringify(body)))
    }
    // Two chunks, two keys, and the same words under each.
    expect([...keys.values()].map(({ size }) => size)).toEqual([1, 1])
    expect(batches().length).toBeGreaterThan(2)
  })

  it.each(['slow', 'drip', 'endless', 'cut', 'garbage', 'unsigned', 'replayed_answer', 'error_500'] as const)(
    'counts exactly what a server did that answers %s, and delivers nothing twice',
    async (personality) => {
      const uIds = fill(game, 123, 20)
      const id = await importList(uIds)
      game.behave(personality, 'mailBatch')
      const jobId = await send(id)
      const progress = async () => (await get(id)).progress
      const unknown = { delivered: 0, already: 0, failed: 0, unknown: 20, waiting: 0 }
      await expect.poll(progress).toMatchObject(unknown)
      game.behave('honest', 'mailBatch')
      const { state } = await world.until(jobId, 'paused', 'failed', 'partly_failed', 'succeeded')
      if (state === 'paused') await world.admin.post('/platform/job/resume', { jobId })
      else if (state !== 'succeeded')
        await world.admin.post('/platform/job/retry', { jobId, which: 'unknown' })
      await world.until(jobId, 'succeeded')
      expect((await get(id)).progress).toMatchObject({ delivered: 20, already: 0, failed: 0, unknown: 0 })
      expect(delivered(game, id, uIds)).toBe(20)
    },
  )

  it('goes on at other servers while one is gone, and pauses when only that is left', async () => {
    const here = fill(game, 123, 150)
    const there = fill(other, 124, 150)
    const id = await importList([...here, ...there])
    await other.stop()
    const jobId = await send(id)
    await world.until(jobId, 'paused')
    expect((await world.job(jobId)).why).toBe('server_down')
    expect(delivered(game, id, here)).toBe(150)
    expect(await get(id)).toMatchObject({ state: 'paused', progress: { delivered: 150, waiting: 150 } })
    other = await startLyingGame('honest', { sId: 124 })
    other.honest.capabilities = ['mail.list']
    fill(other, 124, 150)
    await world.admin.post('/platform/job/resume', { jobId })
    await world.until(jobId, 'succeeded')
    expect(delivered(other, id, there)).toBe(150)
    expect((await get(id)).state).toBe('sent')
  })

  it('sends again only to those who did not get it', async () => {
    const uIds = fill(game, 123, 120)
    const late = ['30123900001', '30123900002']
    const id = await importList([...uIds, ...late])
    await world.until(await send(id), 'partly_failed')
    const [one] = game.honest.players.values()
    game.honest.players.set(late[0]!, { ...one!, uId: late[0]! })
    const before = batches().length
    const again = await world.post<{ jobId: string; players: number }>('retry', {
      id,
      reason: 'they exist now',
      idempotencyKey: freshKey(),
    })
    expect(again.players).toBe(2)
    await world.until(again.jobId, 'succeeded', 'partly_failed', 'failed')
    const sent = batches().slice(before)
    expect(sent.flatMap(({ body }) => body['recipients'])).toEqual(late.map((uId) => ({ uId })))
    expect((await get(id)).progress).toMatchObject({ delivered: 121, failed: 1 })
    const [left] = await store.read.selectFrom('mail_exception').select('player').execute()
    expect(left?.player).toBe(late[1])
  })

  it('tells those who got it from those it was refused for, when one chunk goes in parts', async () => {
    const uIds = fill(game, 123, 100)
    const id = await importList(uIds)
    game.honest.maxBatch = 60
    game.honest.mail.refused = uIds[60]!
    const jobId = await send(id)
    await world.until(jobId, 'failed', 'partly_failed')
    expect((await get(id)).progress).toMatchObject({ delivered: 60, failed: 40, unknown: 0, waiting: 0 })
    game.honest.mail.refused = null
    const before = batches().length
    await world.admin.post('/platform/job/retry', { jobId, which: 'failed' })
    await world.until(jobId, 'succeeded')
    expect((await get(id)).progress).toMatchObject({ delivered: 100, already: 0, failed: 0 })
    const sent = batches().slice(before)
    expect(sent.flatMap(({ body }) => body['recipients'])).toEqual(uIds.slice(60).map((uId) => ({ uId })))
  })

  it.each(['missing', 'twice', 'beyond'] as const)('believes no answer whose rows are %s', async (lie) => {
    const uIds = fill(game, 123, 50)
    const id = await importList(uIds)
    game.misreport(lie)
    const jobId = await send(id)
    await world.until(jobId, 'failed', 'partly_failed', 'succeeded', 'paused')
    expect((await get(id)).progress).toMatchObject({ delivered: 0, unknown: 50 })
    game.misreport(null)
    await world.admin.post('/platform/job/retry', { jobId, which: 'unknown' })
    await world.until(jobId, 'succeeded')
    expect((await get(id)).progress).toMatchObject({ delivered: 50, unknown: 0 })
    expect(delivered(game, id, uIds)).toBe(50)
  })

  it('pauses by itself when players fail everywhere', async () => {
    const id = await importList(Array.from({ length: 3_000 }, (_, n) => `30123${String(800_000 + n)}`))
    const jobId = await send(id)
    const job = await world.until(jobId, 'paused', 'failed')
    expect([job.state, job.why]).toEqual(['paused', 'too_many_failures'])
  })

  it('refuses to send players who were changed in the database', async () => {
    const id = await importList(fill(game, 123, 20))
    await store.write((tx) =>
      tx
        .updateTable('mail_chunk')
        .set({ hash: 'f'.repeat(64) })
        .execute(),
    )
    const answer = await world.release(id)
    expect([answer.http, answer.body.err?.code]).toEqual([409, 'mail_recipients_changed'])
    expect(batches()).toEqual([])
  })

  it('is released once: the same key gives the same job, another one is refused', async () => {
    const { id } = await world.save(aDraft())
    const key = freshKey()
    const first = await world.release(id, { idempotencyKey: key })
    const again = await world.release(id, { idempotencyKey: key })
    expect(again.body.data).toMatchObject({ jobId: first.body.data.jobId, replayed: true })
    const third = await world.release(id)
    expect([third.http, third.body.err?.code]).toEqual([409, 'mail_not_draft'])
    await world.until(first.body.data.jobId, 'succeeded')
    expect(batches()).toHaveLength(1)
  })

  it('takes unclaimed mails back, and lists who had claimed', async () => {
    const { id } = await world.save(aDraft({ playerObj: P.map((uId) => ({ id: uId })) }))
    await world.until(await send(id), 'succeeded')
    game.honest.mail.claim(id, P[1]!)
    const { jobId } = await world.post<{ jobId: string }>('recall', {
      id,
      reason: 'wrong item',
      idempotencyKey: freshKey(),
    })
    await world.until(jobId, 'succeeded')
    expect(P.map((uId) => game.honest.mail.stateOf(id, uId))).toEqual(['recalled', 'claimed', 'recalled'])
    const report = await world.post<{ recalled: object; now: object; over: object[] }>('report', { id })
    expect(report).toMatchObject({
      recalled: { isRunning: false, removed: 2, claimed: 1 },
      now: { claimed: 1, recalled: 2 },
      // The other server of the line has none of its players.
      servers: [{ sId: 123, state: 'counted' }],
      over: [{ claimed: 1 }],
    })
    expect((await get(id)).state).toBe('recalled')
    expect(await world.jobs.resultOf(jobId)).toMatchObject({
      isWhole: true,
      words: { key: 'mail.result.recalled', params: { removed: { quantity: '2' } } },
    })
    // One player keeps it: the mail is not undone.
    expect(world.rolledBack).toEqual([])
  })

  it('is rolled back where nobody had claimed it', async () => {
    const { id } = await world.save(aDraft({ playerObj: P.map((uId) => ({ id: uId })) }))
    const sent = await send(id)
    await world.until(sent, 'succeeded')
    const order = { id, reason: 'wrong item', idempotencyKey: freshKey() }
    const { jobId } = await world.post<{ jobId: string }>('recall', order)
    await world.until(jobId, 'succeeded')
    expect(world.rolledBack).toEqual([`job:${sent}`])
  })
})
