import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import { aCaller, aServer } from '@qd/server-kit/testing'
import { describeStored } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CommitReply, LatestEdit } from '../../contract/index.ts'
import type { DataEditTables } from '../index.ts'
import type { PlayerEditRow } from '../tables.ts'
import {
  dataEditMigrations,
  freshKey,
  ordinaryEditor,
  startEditConsole,
} from '../testing/start-edit-console.ts'

const U = '30123000045'
const LATEST = '/adjust/history/latest?sId=123&lineId=northwind-test'
const quick = { readTimeoutMs: 4_000, writeTimeoutMs: 1_000, cacheMs: 0, gate: { failuresToOpen: 1_000_000 } }
const reading = { scope: 'lantern/northwind', environment: '*', codes: ['index.data.read'] } as const

describeStored('latest edits of a server', dataEditMigrations, (open) => {
  let game: LyingGame
  let store: Store<DataEditTables>
  let desk: ReturnType<typeof startEditConsole>

  beforeEach(async () => {
    game = await startLyingGame()
    store = await open<DataEditTables>()
    const otherServers = [aServer({ sId: 124 })]
    desk = startEditConsole({ store, target: game.target, adapter: quick, otherServers })
  })
  afterEach(async () => {
    await desk.close()
    await game.stop()
  })

  const set = (name: string, value: unknown, old: unknown) => ({
    diff: 'Role',
    path: [name],
    op: 'set',
    value,
    old,
  })
  const commit = async (changes: object[], as = desk.editor) => {
    const body = { version: '1', changes, reason: 'r', idempotencyKey: freshKey() }
    return (await as.post<CommitReply>(`/adjust/api/change?uId=${U}`, body)).body
  }
  const reader = () => desk.as(aCaller('reader', [reading]))
  const latest = async (body: object = {}, as = reader(), path = LATEST) =>
    (await as.post<{ list: LatestEdit[] }>(path, body)).body.data.list
  /** Many edits of one job, as a bulk edit leaves them. */
  const jobEdits = async (jobId: string, count: number) => {
    const row = await store.read
      .selectFrom('player_edit')
      .selectAll()
      .where('job_id', 'is', null)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: count }, (_row, index): PlayerEditRow => {
      const at = String(index).padStart(6, '0')
      return { ...row, id: `z${jobId}${at}`, job_id: jobId, effect_key: `${jobId}/${at}` }
    })
    for (let from = 0; from < count; from += 100) {
      const part = rows.slice(from, from + 100)
      await store.write((tx) => tx.insertInto('player_edit').values(part).execute())
    }
  }

  it('[ED.163] newest first, with who, whose and what came of each change', async () => {
    const first = await commit([set('name', '新', '岚夜听潮')])
    const second = await commit([set('mood', 0, 1)], desk.admin)
    expect(await latest()).toMatchObject([
      { id: second.data.editId, uId: U, actor: 'admin', status: 'applied', changeCount: 1 },
      {
        id: first.data.editId,
        actor: 'editor',
        changes: [{ diff: 'Role', path: ['name'], old: '岚夜听潮', value: '新' }],
        results: [{ index: 0, status: 0 }],
      },
    ])
    expect((await latest({ limit: 1 })).map(({ id }) => id)).toEqual([second.data.editId])
    expect((await latest({ owner: 'mine' }, desk.editor)).map(({ id }) => id)).toEqual([first.data.editId])
    expect(await latest({ owner: 'mine' })).toEqual([])
    expect(await latest({}, reader(), '/adjust/history/latest?sId=124&lineId=northwind-test')).toEqual([])
  })

  it('[ED.163] of a job one edit stands for all, however many it made', async () => {
    const own = await commit([set('name', '新', '岚夜听潮')])
    await jobEdits('job-1', 2_100)
    await jobEdits('job-2', 3)
    expect((await latest()).map(({ id, jobId }) => [id, jobId])).toEqual([
      ['zjob-2000002', 'job-2'],
      ['zjob-1002099', 'job-1'],
      [own.data.editId, null],
    ])
  })

  it('a long edit comes with its first changes and their number', async () => {
    await commit([set('name', '新', '岚夜听潮'), set('mood', 0, 1), set('exp', '5', '9007199254740993')])
    await store.write((tx) =>
      tx
        .updateTable('player_edit')
        .set({
          changes: JSON.stringify(Array.from({ length: 9 }, (_each, index) => set('mood', index, 1))),
          results: JSON.stringify(
            Array.from({ length: 9 }, (_each, index) => ({ index, status: 0, code: 'ok', msg: '' })),
          ),
        })
        .execute(),
    )
    const [edit] = await latest()
    expect([edit?.changeCount, edit?.changes.length, edit?.results.length]).toEqual([9, 3, 3])
  })

  it('[ED.163] wants a session, the right to read players, and a place within it', async () => {
    expect((await desk.anonymous.post(LATEST, {})).http).toBe(401)
    const none = desk.as(aCaller('none', [{ ...ordinaryEditor, codes: ['index.data.edit'] }]))
    expect((await none.post(LATEST, {})).body.err?.code).toBe('forbidden')
    const foreign = desk.as(aCaller('foreign', [{ ...reading, scope: 'lantern/harbour' }]))
    expect((await foreign.post(LATEST, {})).body.err?.code).toBe('scope_forbidden')
  })

  it.each([
    [{ limit: 51 }, 'limit'],
    [{ limit: 0 }, 'limit'],
    [{ owner: 'yours' }, 'owner'],
  ])('bad input %j is 400 and names its field', async (body, field) => {
    const answer = await desk.admin.post(LATEST, body)
    expect([answer.http, answer.body.err?.field]).toEqual([400, field])
  })
})
