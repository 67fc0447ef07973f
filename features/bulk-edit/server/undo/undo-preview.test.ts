import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import { dataEditMigrations, freshKey, startBulkConsole } from '@qd/app-server/testing'
import type { BulkConsoleTables } from '@qd/app-server/testing'
import type { RouteReply } from '@qd/contract-kit'
import type { RolledBack } from '@qd/server-kit'
import { aCaller } from '@qd/server-kit/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { AnyTx, Store } from '@qd/store'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { bulkUndoPreview } from '../../contract/index.ts'

const P = ['30123000045', '30123000046']
const AT = '?lineId=northwind-test'
const LINE = 'lantern/northwind/northwind-test'
const CODES = ['index.data.bulk', 'index.data.edit', 'index.data.undo']
const set = {
  changes: [{ diff: 'Role', path: ['level'], op: 'set', value: 80, old: 72 }],
  onlyUnchanged: false,
  existing: 'skip',
}

let game: LyingGame
const rolledBack: string[] = []
let store: Store<BulkConsoleTables>
let test: ReturnType<typeof startBulkConsole>
beforeEach(async () => {
  game = await startLyingGame()
  store = await openStoreForTest<BulkConsoleTables>('sqlite', dataEditMigrations)
  rolledBack.length = 0
  const rollbacks = { rolledBack: async (_tx: AnyTx, { what }: RolledBack) => void rolledBack.push(what) }
  test = startBulkConsole({ store, target: game.target, rollbacks })
})
afterEach(async () => {
  await test.close()
  await game.stop()
  await store.close()
})

const as = (codes: string[]) => test.as(aCaller('lin', [{ scope: LINE, environment: '*', codes }]))

async function start(more: object = {}, codes = CODES) {
  const text = P.join('\n')
  const editor = as(codes)
  const seen = await editor.postText<{ hash: string }>(`/adjust/bulk/preview${AT}`, { set }, text)
  const order = { set, hash: seen.body.data.hash, onlinePolicy: 'live', reason: 'gift', ...more }
  const body = { ...order, idempotencyKey: freshKey() }
  expect((await editor.postText(`/adjust/bulk/start${AT}`, body, text)).http).toBe(200)
  return test.jobs.ordered.at(-1)!
}

const run = () => test.jobs.run(test.feature.jobs ?? [], test.jobs.ordered.at(-1)!)
const undoOf = (jobId: string) => ({ jobId, reason: 'wrong gift', idempotencyKey: freshKey() })
const previewOf = (jobId: string, who = as(CODES)) =>
  who.post<RouteReply<typeof bulkUndoPreview>>(`/adjust/bulk/undo/preview${AT}`, { jobId })

it('[jobs.undo] says whom an undo would touch and what would come back, and changes nothing', async () => {
  const { jobId } = await start()
  await run()
  const sent = game.calls.filter(({ name }) => name === 'dataChange').length
  const { body } = await previewOf(jobId)
  expect(body.data).toMatchObject({ name: 'Role · label level → 80', players: 2, undoneBy: [] })
  expect(body.data.samples).toEqual(
    expect.arrayContaining([
      { uId: P[0], changes: [{ place: 'Role · label level', written: 80, back: 72 }] },
    ]),
  )
  expect(game.calls.filter(({ name }) => name === 'dataChange')).toHaveLength(sent)
})

it('[jobs.undo] what is taken back is not offered again, and the undo is named by and leads to the edit', async () => {
  const { jobId } = await start()
  await run()
  expect((await as(CODES).post(`/adjust/bulk/undo${AT}`, undoOf(jobId))).http).toBe(200)
  const undo = test.jobs.ordered.at(-1)!
  expect(undo.order.title).toEqual({ key: 'bulk.title.undo', params: { name: 'Role · label level → 80' } })
  const kind = test.feature.jobs?.find(({ job }) => job.name === undo.order.job.name)
  expect(kind?.runner.facts?.(undo.order.params, (key) => key)).toEqual([
    { label: 'bulk.fact.undoOf', value: 'Role · label level → 80', jobId },
  ])
  await run()
  expect((await previewOf(jobId)).body.data).toMatchObject({
    players: 0,
    samples: [],
    undoneBy: [undo.jobId],
  })
})

it('[jobs.undo] players taken back one by one by hand take the job back with the last of them', async () => {
  const { jobId } = await start()
  await run()
  const edits = await store.read.selectFrom('player_edit').select(['id', 'u_id']).execute()
  const undo = ({ id, u_id }: { id: string; u_id: string }) =>
    as(CODES).post(`/adjust/history/undo?uId=${u_id}`, {
      editId: id,
      reason: 'wrong gift',
      idempotencyKey: freshKey(),
    })
  expect((await undo(edits[0]!)).http).toBe(200)
  expect(rolledBack).toEqual([`edit:${edits[0]!.id}`])
  expect((await undo(edits[1]!)).http).toBe(200)
  expect(rolledBack.slice(1)).toEqual([`edit:${edits[1]!.id}`, `job:${jobId}`])
})

it('[jobs.undo] without the right to undo nothing is shown', async () => {
  const { jobId } = await start()
  await run()
  expect((await previewOf(jobId, as(['index.data.bulk', 'index.data.edit']))).http).toBe(403)
  const missing = await previewOf('no-such')
  expect([missing.http, missing.body.err?.code]).toEqual([404, 'bulk_job_not_found'])
})

it('[jobs.undo] names what would come back in the language of who asks', async () => {
  const level = game.honest.protocol.diffInfos['Role']!.fields.find(({ fieldName }) => fieldName === 'level')!
  Object.assign(level, { name: { cn: '等级', de: 'Stufe' } })
  game.honest.protocol.md5 = 'told'
  const { jobId } = await start()
  await run()
  const { body } = await as(CODES).post<RouteReply<typeof bulkUndoPreview>>(
    `/adjust/bulk/undo/preview${AT}`,
    { jobId },
    { lang: 'de' },
  )
  expect(body.data.samples[0]?.changes).toMatchObject([{ place: 'Role · Stufe' }])
})

it('[jobs.title] tells no value of a sensitive field, which more people read than may see it', async () => {
  const level = game.honest.protocol.diffInfos['Role']!.fields.find(({ fieldName }) => fieldName === 'level')!
  level.sensitive = true
  game.honest.protocol.md5 = 'sensitive'
  const { order } = await start({}, [...CODES, 'index.data.edit.sensitive'])
  expect(order.title).toEqual({ key: 'bulk.title.edit', params: { changes: 'Role · label level' } })
})

it('[jobs.title] a job is called by what it changes, or as its starter has named it', async () => {
  expect((await start()).order.title).toEqual({
    key: 'bulk.title.edit',
    params: { changes: 'Role · label level → 80' },
  })
  const named = await start({ name: ' 春节补偿 ' })
  expect(named.order.title).toBe('春节补偿')
  const kind = test.feature.jobs?.find(({ job }) => job.name === named.order.job.name)
  expect(kind?.runner.facts?.(named.order.params, (key) => key)).toEqual([
    { label: 'Role · label level Role.level', value: '= 80' },
  ])
})
