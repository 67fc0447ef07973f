import { gzipSync } from 'node:zlib'
import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import { writeXlsx } from '@qd/sheet-rows'
import type { Store } from '@qd/store'
import { describeOnBothDatabases } from '@qd/store/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AT_MAIL, aMailDraft, freshMailKey, mailWorld, mailWorldMigrations } from '@qd/app-server/testing'
import type { MailRecord, RecipientSet } from '../contract/index.ts'
import type { MailWorld, MailWorldTables } from '@qd/app-server/testing'

/** No answer is late on a busy machine. */
const PATIENT = { readTimeoutMs: 60_000, writeTimeoutMs: 60_000, cacheMs: 0 }
const NOBODY = '30123900001'

/** A workbook that unpacks to far more than it is. */
function zipBomb(): Uint8Array {
  return writeXlsx([{ name: 'a', rows: Array.from({ length: 8_000 }, () => ['0'.repeat(4_000)]) }])
}

/** A workbook whose sheet is not what its archive says it was. */
function changedBook(): Uint8Array {
  const bytes = Buffer.from(writeXlsx([{ name: 'a', rows: [['uId'], ['30123000045']] }]))
  const listed = bytes.lastIndexOf('xl/worksheets/sheet1.xml') - 46
  bytes.writeUInt32LE((bytes.readUInt32LE(listed + 16) ^ 1) >>> 0, listed + 16)
  return bytes
}

describeOnBothDatabases('faults of a mail', mailWorldMigrations, (open) => {
  let game: LyingGame
  let store: Store<MailWorldTables>
  let world: MailWorld
  const files: Record<string, Uint8Array> = {}
  const node = { dies: false, aheadMs: 0 }

  beforeEach(async () => {
    game = await startLyingGame()
    game.honest.capabilities = ['mail.list', 'mail.global', 'mail.recall']
    store = await open<MailWorldTables>()
    Object.assign(node, { dies: false, aheadMs: 0 })
    world = mailWorld({
      store,
      targets: { 123: () => game.target },
      adapter: PATIENT,
      files,
      nowMs: () => Date.now() + node.aheadMs,
      beforeStart: async () => {
        if (node.dies) throw new Error('the node is gone')
      },
    })
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

  /** Releases a mail with a gift on a node that dies before the job is there. */
  async function diesAtRelease() {
    const uIds = [...game.honest.players.keys()].slice(0, 1)
    const attach = [{ number: '10007', quantity: '2' }]
    const { id } = await world.save(aMailDraft({ playerObj: uIds.map((each) => ({ id: each })), attach }))
    const idempotencyKey = freshMailKey()
    node.dies = true
    expect((await world.release(id, { idempotencyKey })).http).toBe(500)
    node.dies = false
    return { id, idempotencyKey }
  }
  const counted = async () => {
    const rows = await store.read.selectFrom('item_given').select('total').execute()
    return rows.map(({ total }) => total)
  }

  it('a release whose node died before its job was there goes on under its key, once', async () => {
    const { id, idempotencyKey } = await diesAtRelease()
    expect(await counted()).toEqual(['2'])
    const answers = await Promise.all([1, 2, 3].map(() => world.release(id, { idempotencyKey, revision: 1 })))
    expect(answers.map(({ http }) => http)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.data.jobId)).size).toBe(1)
    await world.until(answers[0]!.body.data.jobId, 'succeeded')
    expect((await world.post<MailRecord>('get', { id })).progress).toMatchObject({ total: 1, delivered: 1 })
    expect(batches()).toHaveLength(1)
    expect(await counted()).toEqual(['2'])
  })

  it('is a draft again with its limits given back where nobody goes on with it', async () => {
    const { id, idempotencyKey } = await diesAtRelease()
    await world.cleanUp()
    expect((await world.post<MailRecord>('get', { id })).state).not.toBe('draft')
    node.aheadMs = 600_000
    await world.cleanUp()
    const record = await world.post<MailRecord>('get', { id })
    expect(record).toMatchObject({ state: 'draft', progress: null })
    expect(await counted()).toEqual(['0'])
    const again = await world.release(id, { idempotencyKey })
    expect(again.http).toBe(200)
    await world.until(again.body.data.jobId, 'succeeded')
    await world.cleanUp()
    expect((await world.post<MailRecord>('get', { id })).progress).toMatchObject({ delivered: 1 })
    expect(await counted()).toEqual(['2'])
  })

  it('a game that answers the same batch differently each time gives everybody one mail', async () => {
    const [uId = ''] = game.honest.players.keys()
    const one = game.honest.players.get(uId)!
    const uIds = Array.from({ length: 40 }, (_each, at) => `30123${String(700_000 + at)}`)
    for (const each of uIds) game.honest.players.set(each, { ...one, uId: each })
    const id = await imported(...uIds)
    // It does what it is asked, and says so only every other time.
    game.misreport('fickle')
    const { jobId } = (await world.release(id)).body.data
    await world.until(jobId, 'failed', 'paused', 'partly_failed', 'succeeded')
    const progress = async () => (await world.post<MailRecord>('get', { id })).progress
    const told = await progress()
    expect(told!.delivered + told!.failed + told!.unknown).toBe(40)
    for (let tries = 0; tries < 3 && (await progress())!.delivered < 40; tries++) {
      const which = (await progress())!.unknown > 0 ? 'unknown' : 'failed'
      await world.admin.post('/platform/job/retry', { jobId, which })
      await world.until(jobId, 'failed', 'paused', 'partly_failed', 'succeeded')
    }
    expect(await progress()).toMatchObject({ delivered: 40, failed: 0, unknown: 0 })
    expect(uIds.filter((each) => game.honest.mail.stateOf(id, each) === 'delivered')).toHaveLength(40)
    expect(new Set(batches().map(({ body }) => body['mailId']))).toEqual(new Set([id]))
  })

  it.each([
    ['a zip bomb', zipBomb(), { code: 'expands_too_far' }],
    ['a workbook that was changed on the way', changedBook(), { code: 'bad_archive' }],
    ['a gzip bomb', gzipSync(Buffer.alloc(30_000_000, '1,2\n')), { code: 'expands_too_far' }],
    [
      'a line of 50 MB',
      gzipSync(Buffer.concat([Buffer.from('uId\n'), Buffer.alloc(50_000_000, 0x37)])),
      { line: 2 },
    ],
  ])('%s is refused before anything is kept', async (_what, bytes, details) => {
    const { id, revision } = await world.save(aMailDraft({ sendType: 4, playerObj: [] }))
    files['bomb'] = bytes
    const order = { id, revision, fileIds: ['bomb'], columns: { uId: 0, hasHead: true } }
    const answer = await world.admin.post(`/partner/mail/import${AT_MAIL}`, order)
    expect([answer.http, answer.body.err?.code]).toEqual([422, 'mail_file_refused'])
    expect(answer.body.err?.details).toMatchObject(details)
    expect((await world.post<MailRecord>('get', { id })).recipients).toBeNull()
  })

  it('a gift of a list that is too large, zero, negative or no gift at all is named with its line', async () => {
    const wrong = [
      '1001,9223372036854775808',
      '1001,0',
      '1001,-1',
      '1001',
      'x,1',
      '1001,1e3',
      '1001,1|1001,9223372036854775807',
    ]
    const uIds = wrong.map((_each, at) => `30123${String(700_000 + at)}`)
    files['list.csv'] = Buffer.from(
      `uId,gift\n${uIds.map((uId, at) => `${uId},"${wrong[at]!}"`).join('\n')}\n`,
    )
    const { id, revision } = await world.save(aMailDraft({ sendType: 4, playerObj: [] }))
    const columns = { uId: 0, attach: 1, hasHead: true }
    const told = await world.post<{ recipients: RecipientSet }>('import', {
      id,
      revision,
      fileIds: ['list.csv'],
      columns,
    })
    expect(told.recipients.players).toBe(0)
    expect(told.recipients.firstProblems.map(({ line, code }) => [line, code])).toEqual(
      wrong.map((_each, at) => [at + 2, 'wrong_attach']),
    )
  })
})
