import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import { uuidv7 } from '@qd/server-kit'
import { aCaller } from '@qd/server-kit/testing'
import { describeStored } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PlayerRun, TimelineEntry } from '../../contract/index.ts'
import type { DataEditTables } from '../index.ts'
import { insertEdits } from '../testing/some-edits.ts'
import type { SomeEdit } from '../testing/some-edits.ts'
import { someRuns } from '../testing/some-runs.ts'
import { dataEditMigrations, ordinaryEditor, startEditConsole } from '../testing/start-edit-console.ts'

const U = '30123000045'
const PATH = `/adjust/history/export?uId=${U}`
const T0 = 1_790_000_000_000
const reading = { scope: 'lantern/northwind', environment: '*', codes: ['index.data.read'] } as const

describeStored('export of a time line', dataEditMigrations, (open) => {
  let game: LyingGame
  let store: Store<DataEditTables>
  let runs: PlayerRun[]
  let desk: ReturnType<typeof startEditConsole>

  beforeEach(async () => {
    game = await startLyingGame()
    store = await open<DataEditTables>()
    runs = []
    desk = startEditConsole({ store, target: game.target, runs: () => someRuns(runs, () => undefined) })
  })
  afterEach(async () => {
    await desk.close()
    await game.stop()
  })

  const reader = () => desk.as(aCaller('reader', [reading]))
  const insert = (rows: readonly SomeEdit[]) => insertEdits(store, desk.server.key, rows)
  const entries = async (body: object = {}, as = desk.editor) => {
    const { raw, http } = await as.post(PATH, { fileType: 'jsonl', ...body })
    expect(http, raw).toBe(200)
    const lines = raw.split('\n').filter((line) => line !== '')
    return lines.map((line) => JSON.parse(line) as TimelineEntry & { time: string })
  }
  const table = async (as = desk.editor) => {
    const { raw } = await as.post(PATH, { fileType: 'csv' })
    return raw.split('\r\n').filter((line) => line !== '')
  }

  it('[ED.186] holds every entry of the filter once, newest first, however many pages they are', async () => {
    const ids = await insert(Array.from({ length: 330 }, (_row, index) => ({ at: T0 + index * 1_000 })))
    const [lost] = await insert([{ at: T0 + 500_000, status: 'unknown', results: '[]' }])
    await insert([
      { at: T0, u_id: '30123000046' },
      { at: T0, game: 'ember' },
    ])
    expect((await entries()).map(({ id }) => id)).toEqual([lost, ...ids.toReversed()])
    const narrowed = { fromMs: T0 + 10_000, toMs: T0 + 12_000 }
    expect((await entries(narrowed)).map(({ id }) => id)).toEqual([ids[11], ids[10]])
    expect((await entries({ status: 'unknown' })).map(({ id, time }) => [id, time])).toEqual([
      [lost, new Date(T0 + 500_000).toISOString()],
    ])
    expect(await table()).toHaveLength(332)
  })

  it('[ED.186] says in the audit who took it, by which filter and how many entries', async () => {
    await insert([{ at: T0 }, { at: T0 + 1 }])
    const answer = await desk.editor.post(PATH, { fileType: 'csv', kinds: ['edit'] })
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="timeline-30123000045-\d{4}-\d\d-\d\d\.csv"$/,
    )
    // The answer ends before its outcome is written.
    await expect.poll(() => desk.audits).toHaveLength(2)
    const [intent, outcome] = desk.audits
    expect(intent).toMatchObject({ entry: { action: 'data-edit.timelineExport', actor: 'editor' } })
    expect(intent?.entry?.detail).toMatchObject({ fileType: 'csv', kinds: ['edit'] })
    expect(outcome?.result).toMatchObject({ detail: { rows: 2 } })
  })

  it('[ED.186] a line of the table is a field with old and new value and its own result', async () => {
    const set = { diff: 'Bag', key: '7', path: ['count'], op: 'set' }
    await insert([
      {
        at: T0,
        status: 'partly',
        reason: 'ticket 1, "two"',
        changes: JSON.stringify([
          { ...set, old: 480, value: 680 },
          { diff: 'Role', path: ['tags'], op: 'set', old: ['a'], value: [] },
        ]),
        results: JSON.stringify([
          { index: 0, status: 0, code: 'ok', msg: '' },
          { index: 1, status: 422, code: '2004', msg: 'no' },
        ]),
      },
    ])
    const [head, first, second, ...rest] = await table()
    expect(head).toMatch(
      /^\uFEFFtime,kind,actor,actorId,status,function,step,module,place,op,old,new,result,/,
    )
    expect(first).toContain(',partly,,,Bag,Bag[7].count,set,480,680,applied,ok,,"ticket 1, ""two""",')
    expect(second).toContain(',Role,Role.tags,set,"[""a""]",[],refused,2004,no,')
    expect(rest).toEqual([])
  })

  it('[ED.186] no cell of the table is a formula', async () => {
    const changes = ['=1+1', '+cmd', '-2-3', '@x', '-5'].map((value) => ({
      diff: 'Role',
      path: ['name'],
      op: 'set',
      value,
      old: '=HYPERLINK("http://evil.example")',
    }))
    await insert([{ at: T0, reason: '@sum', changes: JSON.stringify(changes), results: '[]' }])
    const [, ...lines] = await table()
    const values = lines.map((line) => /evil\.example""\)",([^,]*),/.exec(line)?.[1])
    // A plain number computes nothing.
    expect(values).toEqual(["'=1+1", "'+cmd", "'-2-3", "'@x", '-5'])
    for (const line of lines) {
      expect(line).toContain(`"'=HYPERLINK(""`)
      expect(line).toContain(",'@sum,")
    }
  })

  it('[ED.186] a run goes with it for those who may see it; for others what it edited stands alone', async () => {
    const runId = uuidv7(T0)
    const [editId] = await insert([{ at: T0 + 1, run_id: runId }])
    const step = { kind: 'command', title: 'addItem', status: 'done', text: '+200', editId: null }
    runs.push({
      id: runId,
      at: T0,
      actorId: 'u-editor',
      actor: 'editor',
      reason: 'ticket',
      title: 'Give an item',
      status: 'done',
      jobId: null,
      steps: [step, { ...step, kind: 'patch', title: 'write', text: '', editId: editId! }],
    })
    expect(await entries()).toMatchObject([{ id: runId, run: { title: 'Give an item' } }])
    const [, command, patch] = await table()
    expect(command).toContain(',function,editor,u-editor,done,Give an item,addItem,,,,,,done,,+200,')
    expect(patch).toContain(',Give an item,write,Role,Role.name,set,a,b,applied,')
    expect(await entries({}, reader())).toMatchObject([{ id: editId, kind: 'edit', run: null }])
    expect((await table(reader())).join('\n')).not.toContain('Give an item')
  })

  it('[ED.186] wants a session, the right to read players, and a player within its place', async () => {
    await insert([{ at: T0 }])
    const body = { fileType: 'csv' }
    expect((await desk.anonymous.post(PATH, body)).http).toBe(401)
    const none = desk.as(aCaller('none', [{ ...ordinaryEditor, codes: ['index.data.edit'] }]))
    expect((await none.post(PATH, body)).body.err?.code).toBe('forbidden')
    const foreign = desk.as(aCaller('foreign', [{ ...reading, scope: 'lantern/harbour' }]))
    expect((await foreign.post(PATH, body)).body.err?.code).toBe('scope_forbidden')
    expect(await table(reader())).toHaveLength(2)
  })

  it.each([
    [{}, 'fileType'],
    [{ fileType: 'xlsx' }, 'fileType'],
    [{ fileType: 'csv', kinds: ['log'] }, 'kinds.0'],
    [{ fileType: 'csv', status: 'gone' }, 'status'],
    [{ fileType: 'csv', fromMs: 'now' }, 'fromMs'],
    [{ fileType: 'csv', fromMs: -1 }, 'fromMs'],
    // After the year 9999, as no page or database knows it.
    [{ fileType: 'csv', toMs: 253_402_300_800_000 }, 'toMs'],
  ])('[ED.186] bad input %j is 400 and names its field', async (body, field) => {
    const answer = await desk.admin.post(PATH, body)
    expect([answer.http, answer.body.err?.field]).toEqual([400, field])
  })
})
