import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import { describeStored } from '@qd/store/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Change, CommitReply, Edit } from '../../contract/index.ts'
import type { DataEditTables } from '../index.ts'
import { dataEditMigrations, freshKey, startEditConsole } from '../testing/start-edit-console.ts'

const U = '30123000045'

describeStored('undo', dataEditMigrations, (open) => {
  let game: LyingGame
  let desk: ReturnType<typeof startEditConsole>

  beforeEach(async () => {
    game = await startLyingGame()
    const adapter = { gate: { failuresToOpen: 1_000_000 } }
    desk = startEditConsole({ store: await open<DataEditTables>(), target: game.target, adapter })
  })
  afterEach(async () => {
    await desk.close()
    await game.stop()
  })

  const role = () => game.honest.players.get(U)!.data['role'] as Record<string, unknown>
  const theirs = (part: object) => {
    const player = game.honest.players.get(U)!
    player.data = { ...player.data, role: { ...role(), ...part } }
  }
  const set = (name: string, value: unknown, old: unknown): Change => {
    return { diff: 'Role', path: [name], op: 'set', value, old }
  }
  const commit = async (changes: Change[]) => {
    const body = { version: '1', changes, reason: 'r', idempotencyKey: freshKey() }
    const answer = await desk.admin.post<CommitReply>(`/adjust/api/change?uId=${U}`, body)
    expect(answer.http, answer.raw).toBe(200)
    return answer.body.data.editId
  }
  type Undone = CommitReply & { conflicts: { index: number; written: unknown; current: unknown }[] }
  const undo = (editId: string, idempotencyKey = freshKey()) =>
    desk.admin.post<Undone>(`/adjust/history/undo?uId=${U}`, { editId, reason: 'back', idempotencyKey })
  const statuses = async () => {
    const { body } = await desk.admin.post<{ list: Edit[] }>(`/adjust/history/list?uId=${U}`)
    return Object.fromEntries(body.data.list.map(({ id, status }) => [id, status]))
  }

  it('several edits of one place are planned newest first, each on what those before it leave', async () => {
    const first = await commit([set('name', '一', '岚夜听潮'), set('mood', 0, 1)])
    const second = await commit([set('name', '二', '一')])
    const third = await commit([set('name', '三', '二')])
    theirs({ mood: 2 })
    type Plan = { editId: string; changes: Change[]; conflicts: { current: unknown }[] }
    const ask = (editIds: string[]) =>
      desk.admin.post<{ edits: Plan[] }>(`/adjust/history/undoManyPreview?uId=${U}`, { editIds })
    const { edits } = (await ask([first, third, second])).body.data
    expect(edits.map(({ editId }) => editId)).toEqual([third, second, first])
    expect(edits.map(({ changes }) => changes.map(({ value }) => value))).toEqual([
      ['二'],
      ['一'],
      ['岚夜听潮'],
    ])
    expect(edits[2]?.conflicts).toMatchObject([{ written: 0, current: 2 }])
    // Without the newest the older ones find a value that is not theirs.
    expect((await ask([first, second])).body.data.edits.map(({ changes }) => changes.length)).toEqual([0, 0])
    for (const { editId } of edits) expect((await undo(editId)).http).toBe(200)
    expect(role()).toMatchObject({ name: '岚夜听潮', mood: 2 })
    expect((await ask([third])).http).toBe(409)
    expect((await ask(['nobody'])).http).toBe(404)
  })

  it('takes back what is still ours, reports the rest, and finishes once the rest is ours again', async () => {
    const editId = await commit([
      set('name', '新', '岚夜听潮'),
      set('mood', 0, 1),
      set('exp', '5', '9007199254740993'),
    ])
    theirs({ mood: 1, exp: '6' })
    const preview = await desk.admin.post<{ changes: Change[]; conflicts: object[] }>(
      `/adjust/history/undoPreview?uId=${U}`,
      { editId },
    )
    expect(preview.body.data.changes).toEqual([set('name', '岚夜听潮', '新')])
    expect(preview.body.data.conflicts).toMatchObject([
      { index: 2, written: '5', current: '6' },
      { index: 1, written: 0, current: 1 },
    ])
    const first = await undo(editId)
    expect(first.body.data.conflicts).toEqual(preview.body.data.conflicts)
    expect(role()).toMatchObject({ name: '岚夜听潮', mood: 1, exp: '6' })
    expect((await statuses())[editId]).toBe('applied')

    theirs({ mood: 0, exp: '5' })
    const second = await undo(editId)
    expect(second.body.data.conflicts).toEqual([])
    expect(second.body.data.results).toHaveLength(2)
    expect(role()).toMatchObject({ name: '岚夜听潮', mood: 1, exp: '9007199254740993' })
    expect(await statuses()).toEqual({
      [editId]: 'undone',
      [first.body.data.editId]: 'applied',
      [second.body.data.editId]: 'applied',
    })
    const third = await undo(editId)
    expect([third.http, third.body.err?.code]).toEqual([409, 'edit_not_undoable'])
  })

  it('sends nothing when nothing is ours any more', async () => {
    const editId = await commit([set('mood', 0, 1)])
    theirs({ mood: 1 })
    const answer = await undo(editId)
    expect([answer.http, answer.body.err?.code]).toEqual([409, 'edit_not_undoable'])
    expect(answer.body.err?.details).toMatchObject({ conflicts: [{ index: 0, written: 0, current: 1 }] })
    expect(game.calls.filter(({ name }) => name === 'dataChange')).toHaveLength(1)
  })

  it('an undo is an edit: it can be undone, and its copies happen once', async () => {
    const editId = await commit([set('mood', 0, 1)])
    const key = freshKey()
    const copies = await Promise.all(Array.from({ length: 5 }, () => undo(editId, key)))
    expect(new Set(copies.map(({ body }) => body.data.editId)).size).toBe(1)
    expect(game.calls.filter(({ name }) => name === 'dataChange')).toHaveLength(2)
    expect(role()['mood']).toBe(1)
    const again = await undo(copies[0]!.body.data.editId)
    expect(again.http, again.raw).toBe(200)
    expect(role()['mood']).toBe(0)
    expect((await undo(editId, key)).body.data.replayed).toBe(true)
    expect(role()['mood']).toBe(0)
  })

  it('an undo whose answer was lost is asked again with the same words', async () => {
    const editId = await commit([set('mood', 0, 1)])
    const key = freshKey()
    game.behave('bad_signature', 'dataChange')
    expect((await undo(editId, key)).http).toBe(502)
    expect(role()['mood']).toBe(1)
    game.behave('honest')
    const answer = await undo(editId, key)
    expect(answer.http, answer.raw).toBe(200)
    expect((await statuses())[editId]).toBe('undone')
    expect(game.honest.players.get(U)!.version).toBe(3)
  })

  it('only the rows the game made are taken back', async () => {
    const honest = game.honest.answer.bind(game.honest)
    game.honest.answer = (name, body, key) => {
      const isCommit = name === 'dataChange' && (body['changes'] as Change[]).length === 2
      if (!isCommit) return honest(name, body, key)
      const reply = honest(name, { ...body, changes: (body['changes'] as Change[]).slice(0, 1) }, key)
      ;(reply.data as { results: object[] }).results.push({ index: 1, status: 422, code: 2004, msg: 'no' })
      return reply
    }
    const editId = await commit([set('mood', 0, 1), set('name', '新', '岚夜听潮')])
    expect((await statuses())[editId]).toBe('partly')
    const answer = await undo(editId)
    expect(answer.body.data.results).toHaveLength(1)
    expect(answer.body.data.conflicts).toEqual([])
    expect((await statuses())[editId]).toBe('undone')
  })

  it('the key of one user says nothing to another', async () => {
    const key = freshKey()
    const order = (changes: Change[]) => ({ version: '1', changes, reason: 'r', idempotencyKey: key })
    const path = `/adjust/api/change?uId=${U}`
    expect((await desk.admin.post(path, order([set('mood', 0, 1)]))).http).toBe(200)
    const other = await desk.editor.post<CommitReply>(path, order([set('name', '新', '岚夜听潮')]))
    expect(other.http, other.raw).toBe(200)
    expect(other.body.data.replayed).toBeUndefined()
  })
})
