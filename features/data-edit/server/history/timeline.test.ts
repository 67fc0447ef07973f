import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import { uuidv7 } from '@qd/server-kit'
import { aCaller } from '@qd/server-kit/testing'
import { describeStored } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CommitReply, PlayerRun, TimelineEntry, TimelineSummary } from '../../contract/index.ts'
import type { DataEditTables } from '../index.ts'
import { insertEdits } from '../testing/some-edits.ts'
import type { SomeEdit } from '../testing/some-edits.ts'
import { someRuns } from '../testing/some-runs.ts'
import {
  dataEditMigrations,
  freshKey,
  ordinaryEditor,
  startEditConsole,
} from '../testing/start-edit-console.ts'

const U = '30123000045'
const PATH = `/adjust/history/timeline?uId=${U}`
const T0 = 1_790_000_000_000
const quick = { readTimeoutMs: 4_000, writeTimeoutMs: 1_000, cacheMs: 0, gate: { failuresToOpen: 1_000_000 } }
const reading = { scope: 'lantern/northwind', environment: '*', codes: ['index.data.read'] } as const

interface Answer {
  list: TimelineEntry[]
  next: string | null
  summary: TimelineSummary | null
}

describeStored('time line of a player', dataEditMigrations, (open) => {
  let game: LyingGame
  let store: Store<DataEditTables>
  let runs: PlayerRun[]
  let loaded: number[]
  let standing: Map<string, { done: number; total: number }>
  let desk: ReturnType<typeof startEditConsole>

  beforeEach(async () => {
    game = await startLyingGame()
    store = await open<DataEditTables>()
    runs = []
    loaded = []
    standing = new Map()
    const port = () => someRuns(runs, (count) => loaded.push(count))
    const jobs = () => ({ standingOf: async () => standing })
    desk = startEditConsole({ store, target: game.target, adapter: quick, runs: port, jobs })
  })
  afterEach(async () => {
    await desk.close()
    await game.stop()
  })

  const reader = () => desk.as(aCaller('reader', [reading]))
  const ask = async (body: object = {}, as = desk.editor) => {
    const answer = await as.post<Answer>(PATH, body)
    expect(answer.http, answer.raw).toBe(200)
    return answer.body.data
  }
  const commit = async (name: string, value: unknown, old: unknown, as = desk.editor) => {
    const changes = [{ diff: 'Role', path: [name], op: 'set', value, old }]
    const body = { version: '1', changes, reason: 'r', idempotencyKey: freshKey() }
    return (await as.post<CommitReply>(`/adjust/api/change?uId=${U}`, body)).body.data.editId
  }
  const aRun = (at: number, more: Partial<PlayerRun> = {}): PlayerRun => ({
    id: uuidv7(at),
    at,
    actorId: 'u-editor',
    actor: 'editor',
    reason: 'ticket',
    title: '发放道具',
    status: 'done',
    jobId: null,
    steps: [{ kind: 'command', title: 'addItem', status: 'done', text: '', editId: null }],
    ...more,
  })
  const insert = (rows: readonly SomeEdit[]) => insertEdits(store, desk.server.key, rows)

  it('[ED.180] pages through all kinds in the order of time, each entry once, whatever comes meanwhile', async () => {
    const ids: string[] = []
    for (let hour = 0; hour < 12; hour += 1) {
      const at = T0 + hour * 3_600_000
      if (hour % 3 === 0) {
        runs.push(aRun(at))
        ids.push(runs.at(-1)!.id)
      } else {
        const [id] = await insert([
          { at, ...(hour % 3 === 1 ? { job_id: `job-${hour}`, effect_key: `e${hour}` } : {}) },
        ])
        ids.push(id!)
      }
    }
    const seen: string[] = []
    const kinds: string[] = []
    let before: string | null = null
    do {
      const page: Answer = await ask({ limit: 5, ...(before === null ? {} : { before }) })
      if (before === null) {
        expect(page.summary?.counts).toEqual({ edit: 4, function: 4, bulk: 4, undo: 0 })
        // Newer ones do not move what follows.
        await insert([{ at: T0 + 100 * 3_600_000 }])
      } else expect(page.summary).toBeNull()
      seen.push(...page.list.map(({ id }) => id))
      kinds.push(...page.list.map(({ kind }) => kind))
      before = page.next
    } while (before !== null)
    expect(seen).toEqual(ids.toReversed())
    expect(kinds.slice(0, 4)).toEqual(['edit', 'bulk', 'function', 'edit'])
  })

  it('[ED.181] what a run has edited stands in its entry, and for who may not see the run by itself', async () => {
    const runId = uuidv7(T0)
    const [first, second, other] = await insert([
      { at: T0 + 1, run_id: runId },
      { at: T0 + 2, run_id: runId },
      { at: T0 + 3 },
    ])
    runs.push({
      ...aRun(T0),
      id: runId,
      steps: [first!, second!].map((editId) => ({
        kind: 'patch',
        title: 'p',
        status: 'done',
        text: '',
        editId,
      })),
    })
    const { list, summary } = await ask()
    expect(list.map(({ id, kind }) => [id, kind])).toEqual([
      [other, 'edit'],
      [runId, 'function'],
    ])
    expect(list[1]).toMatchObject({ edits: [{ id: first }, { id: second }], run: { title: '发放道具' } })
    expect(summary?.counts).toEqual({ edit: 1, function: 1, bulk: 0, undo: 0 })
    // Exactly this entry, by the id of the run or of an edit in it.
    for (const entry of [runId, second!])
      expect((await ask({ entry })).list.map(({ id }) => id)).toEqual([runId])

    const seen = await ask({}, reader())
    expect(seen.list.map(({ id, kind, run }) => [id, kind, run])).toEqual([
      [other, 'edit', null],
      [second, 'edit', null],
      [first, 'edit', null],
    ])
    expect(seen.summary?.counts).toEqual({ edit: 3, function: 0, bulk: 0, undo: 0 })
    expect((await ask({ entry: runId }, reader())).list).toEqual([])
    expect((await ask({ entry: second }, reader())).list.map(({ id }) => id)).toEqual([second])
  })

  it('[ED.181] an edit whose run is not in the list itself stands there as a function', async () => {
    const run = aRun(T0, { status: 'failed' })
    runs.push(run)
    const [id] = await insert([{ at: T0 + 3_600_000, run_id: run.id }])
    const place = { diff: 'Role', path: ['name'] }
    await store.write((tx) =>
      tx.insertInto('player_edit_module').values({ edit_id: id!, diff: 'Role' }).execute(),
    )
    for (const body of [{ place }, { diff: 'Role' }, { status: 'applied' }, { fromMs: T0 + 1 }]) {
      const { list } = await ask(body)
      expect(list.map((each) => [each.id, each.kind, each.run?.title])).toEqual([
        [id, 'function', '发放道具'],
      ])
    }
    const { summary } = await ask({ fromMs: T0 + 1 })
    expect(summary?.counts).toEqual({ edit: 0, function: 1, bulk: 0, undo: 0 })
  })

  it('[ED.181] however much a run has edited, each entry stands on one page', async () => {
    const older = aRun(T0 - 10)
    const run = aRun(T0)
    runs.push(older, run)
    await insert(Array.from({ length: 4_200 }, (_row, index) => ({ at: T0 + 1 + index, run_id: run.id })))
    const first = await ask({ limit: 5 })
    expect(first.list).toEqual([])
    const second = await ask({ limit: 5, before: first.next! })
    expect(second.list.map(({ id }) => id)).toEqual([run.id, older.id])
    expect(second.next).toBeNull()
  })

  it('of a player with many runs only those of a page are loaded, and all are counted', async () => {
    const many = Array.from({ length: 1_200 }, (_run, index) => aRun(T0 + index * 10))
    runs.push(...many)
    const ofRuns = many.map(({ id, at }) => ({ at: at + 5, run_id: id }))
    await insert([...ofRuns, { at: T0 - 20, run_id: uuidv7(T0 - 30) }, { at: T0 - 10, status: 'unknown' }])
    const counts = { edit: 2, function: 1_200, bulk: 0, undo: 0 }
    expect((await ask({ limit: 5 })).summary).toMatchObject({ counts, unknown: 1 })
    expect(Math.max(...loaded)).toBeLessThanOrEqual(200)
    // The first run began before the time asked for: what it edited since is an entry of its own.
    const later = (await ask({ limit: 5, fromMs: T0 + 1 })).summary
    expect(later?.counts).toEqual({ edit: 0, function: 1_200, bulk: 0, undo: 0 })
    expect(Math.max(...loaded)).toBeLessThanOrEqual(200)
  })

  it('[ED.180] an undo says what it took back, and the edit what went', async () => {
    const editId = await commit('name', '新', '岚夜听潮')
    await desk.editor.post(`/adjust/history/undo?uId=${U}`, {
      editId,
      reason: 'back',
      idempotencyKey: freshKey(),
    })
    const { list, summary } = await ask()
    expect(list).toMatchObject([
      { kind: 'undo', edits: [{ undoOf: editId, undoneAt: list[1]?.at }] },
      { kind: 'edit', id: editId, edits: [{ status: 'undone', takenBack: [0], undoneAt: null }] },
    ])
    expect(summary).toMatchObject({ counts: { edit: 1, undo: 1 }, unknown: 0 })
  })

  it('[ED.187] an entry of a job tells how it stands now; one whose job is not to be seen tells nothing', async () => {
    await insert([
      { at: T0, job_id: 'j1', effect_key: 'a' },
      { at: T0 + 1, job_id: 'j2', effect_key: 'b' },
      { at: T0 + 2 },
    ])
    runs.push(aRun(T0 + 3, { jobId: 'j1' }))
    standing.set('j1', { done: 7, total: 40 })
    const jobs = async () => (await ask()).list.map(({ job }) => job)
    expect(await jobs()).toEqual([{ done: 7, total: 40 }, null, null, { done: 7, total: 40 }])
    standing.set('j1', { done: 40, total: 40 })
    expect((await jobs())[0]).toEqual({ done: 40, total: 40 })
  })

  it('[ED.180] is narrowed by kind, person, time, state and place', async () => {
    const [old] = await insert([{ at: T0, actor_id: 'u-lin', actor: 'lin' }])
    const [lost] = await insert([{ at: T0 + 10, status: 'unknown', results: '[]' }])
    const [bulk] = await insert([{ at: T0 + 20, job_id: 'j', effect_key: 'e' }])
    runs.push(aRun(T0 + 30, { status: 'unknown' }), aRun(T0 + 40, { status: 'running' }))
    const idsOf = async (body: object) => (await ask(body)).list.map(({ id }) => id)
    const [lostRun, running] = runs.map(({ id }) => id)
    expect(await idsOf({ kinds: ['bulk', 'function'] })).toEqual([running, lostRun, bulk])
    expect(await idsOf({ kinds: ['undo'] })).toEqual([])
    expect(await idsOf({ actorId: 'u-lin' })).toEqual([old])
    expect(await idsOf({ status: 'unknown' })).toEqual([running, lostRun, lost])
    expect(await idsOf({ fromMs: T0 + 10, toMs: T0 + 30 })).toEqual([bulk, lost])
    const { summary } = await ask({ kinds: ['undo'] })
    expect(summary).toEqual({
      counts: { edit: 2, function: 2, bulk: 1, undo: 0 },
      unknown: 2,
      people: [
        { id: 'u-editor', name: 'editor' },
        { id: 'u-lin', name: 'lin' },
        { id: 'u-mei', name: 'mei' },
      ],
    })
  })

  it('[ED.180] wants a session, the right to read players, and a player within its place', async () => {
    expect((await desk.anonymous.post(PATH, {})).http).toBe(401)
    const none = desk.as(aCaller('none', [{ ...ordinaryEditor, codes: ['index.data.edit'] }]))
    expect((await none.post(PATH, {})).body.err?.code).toBe('forbidden')
    const foreign = desk.as(aCaller('foreign', [{ ...reading, scope: 'lantern/harbour' }]))
    expect((await foreign.post(PATH, {})).body.err?.code).toBe('scope_forbidden')
    await insert([{ at: T0 }, { at: T0, u_id: '30123000046' }, { at: T0, game: 'ember' }])
    expect((await ask({}, reader())).list).toHaveLength(1)
  })

  it.each([
    [{ limit: 101 }, 'limit'],
    [{ kinds: [] }, 'kinds'],
    [{ kinds: ['log'] }, 'kinds.0'],
    [{ entry: '' }, 'entry'],
    [{ before: 'x'.repeat(65) }, 'before'],
    [{ status: 'gone' }, 'status'],
  ])('[ED.180] bad input %j is 400 and names its field', async (body, field) => {
    const answer = await desk.admin.post(PATH, body)
    expect([answer.http, answer.body.err?.field]).toEqual([400, field])
  })
})
