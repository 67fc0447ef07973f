import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import { aCaller } from '@qd/server-kit/testing'
import { describeStored } from '@qd/store/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Change, CommitReply, Edit } from '../../contract/index.ts'
import type { DataEditTables } from '../index.ts'
import { dataEditMigrations, freshKey, startEditConsole } from '../testing/start-edit-console.ts'

const U = '30123000045'
const quick = { readTimeoutMs: 4_000, writeTimeoutMs: 1_000, cacheMs: 0, gate: { failuresToOpen: 1_000_000 } }

describeStored('history', dataEditMigrations, (open) => {
  let game: LyingGame
  let desk: ReturnType<typeof startEditConsole>

  beforeEach(async () => {
    game = await startLyingGame()
    desk = startEditConsole({ store: await open<DataEditTables>(), target: game.target, adapter: quick })
  })
  afterEach(async () => {
    await desk.close()
    await game.stop()
  })

  const role = () => game.honest.players.get(U)!.data['role'] as Record<string, unknown>
  const set = (name: string, value: unknown, old: unknown): Change => ({
    diff: 'Role',
    path: [name],
    op: 'set',
    value,
    old,
  })
  const commit = (changes: Change[], as = desk.admin) =>
    as.post<CommitReply>(`/adjust/api/change?uId=${U}`, {
      version: '1',
      changes,
      reason: 'r',
      idempotencyKey: freshKey(),
    })
  const ask = (editId: string, as = desk.admin) =>
    as.post<{ edit: Edit }>(`/adjust/history/ask?uId=${U}`, { editId })
  const history = async (body: object) =>
    (await desk.admin.post<{ list: Edit[]; more: boolean }>(`/adjust/history/list?uId=${U}`, body)).body.data
  const sent = () => game.calls.filter(({ name }) => name === 'dataChange').length

  it('[ED.88] an unknown edit is asked for by anybody who may edit, and happens once', async () => {
    game.behave('slow', 'dataChange')
    const failed = await commit([set('name', '新', '岚夜听潮')])
    const { editId } = failed.body.err!.details as { editId: string }
    expect((await history({ status: 'unknown' })).list).toMatchObject([{ id: editId }])
    expect((await ask(editId)).body.err?.code).toBe('edit_unknown')

    game.behave('honest')
    const other = desk.as(
      aCaller('mei', [{ scope: '*', environment: '*', codes: ['index.data.read', 'index.data.edit'] }]),
    )
    const answer = await ask(editId, other)
    expect(answer.body.data.edit, answer.raw).toMatchObject({ id: editId, status: 'applied', actor: 'admin' })
    expect(role()['name']).toBe('新')
    const times = sent()
    expect((await ask(editId)).body.data.edit.status).toBe('applied')
    expect(sent()).toBe(times)
    expect((await history({ status: 'unknown' })).list).toEqual([])
  })

  it('[ED.88] a refusal is an answer too, and who may only read cannot ask', async () => {
    game.behave('slow', 'dataChange')
    const failed = await commit([set('name', '新', '岚夜听潮')])
    const { editId } = failed.body.err!.details as { editId: string }
    const reader = desk.as(aCaller('reader', [{ scope: '*', environment: '*', codes: ['index.data.read'] }]))
    expect((await ask(editId, reader)).http).toBe(403)
    expect((await ask('nobody')).body.err?.code).toBe('edit_not_found')
    game.behave('refuse', 'dataChange')
    expect((await ask(editId)).body.data.edit.status).toBe('refused')
  })

  it('[ED.89] is filtered by place, person and time', async () => {
    await commit([set('name', '新', '岚夜听潮')])
    await commit([set('mood', 0, 1)])
    await commit([set('name', '再新', '新'), set('exp', '5', '9007199254740993')])
    const name = { diff: 'Role', path: ['name'] }
    expect((await history({ place: name })).list.map(({ changes }) => changes.length)).toEqual([2, 1])
    expect((await history({ place: name, limit: 1 })).more).toBe(true)
    expect((await history({ place: { diff: 'Role', path: [] } })).list).toHaveLength(3)
    expect((await history({ place: { diff: 'Role', path: ['home'] } })).list).toEqual([])
    expect((await history({ actor: 'nobody' })).list).toEqual([])
    expect((await history({ actor: 'admin' })).list).toHaveLength(3)
    expect((await history({ fromMs: Date.now() + 60_000 })).list).toEqual([])
    expect((await history({ toMs: Date.now() + 60_000 })).list).toHaveLength(3)
  })

  it('[ED.90] one change of an edit goes back alone, the others later', async () => {
    const { editId } = (await commit([set('name', '新', '岚夜听潮'), set('mood', 0, 1)])).body.data
    const undo = (indexes?: number[]) =>
      desk.admin.post<CommitReply>(`/adjust/history/undo?uId=${U}`, {
        editId,
        reason: 'back',
        idempotencyKey: freshKey(),
        ...(indexes === undefined ? {} : { indexes }),
      })
    expect((await undo([1])).body.data.results).toHaveLength(1)
    expect(role()).toMatchObject({ name: '新', mood: 1 })
    expect((await undo([1])).body.err?.code).toBe('edit_not_undoable')
    expect((await undo()).body.data.results).toHaveLength(1)
    expect(role()).toMatchObject({ name: '岚夜听潮', mood: 1 })
  })
})
