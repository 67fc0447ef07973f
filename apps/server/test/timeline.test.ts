import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

// Edits, function runs, bulk edits and undos of one player, made by the real features.

const UID = '30123000047'
const PLAYER = `uId=${UID}`
const LINE = 'lineId=northwind-test'
const music = { diff: 'SettingsInfo', path: ['music'], op: 'set' }

interface Entry {
  id: string
  kind: string
  reason: string
  edits: { id: string; jobId: string | null; status: string; takenBack: number[] }[]
  run: {
    title: string
    status: string
    steps: { kind: string; title: string; editId: string | null }[]
  } | null
}
interface Timeline {
  list: Entry[]
  next: string | null
  summary: { counts: Record<string, number> } | null
}

const key = () => `tl-${randomBytes(8).toString('hex')}`

let running: TestConsole
let developer: Speaker
let operator: Speaker
let reader: Speaker
beforeAll(async () => {
  running = await startTestConsole()
  developer = await running.signIn('developer')
  operator = await running.signIn('operator')
  reader = await running.signIn('reader')
})
afterAll(() => running.dispose())

const timeline = async (as: Speaker, body: object = {}) =>
  (await as.post<Timeline>(`/adjust/history/timeline?${PLAYER}`, body)).body.data

async function edit(as: Speaker, value: number, reason: string): Promise<string> {
  const loaded = await as.post<{ version: string; data: { settings: { music: number } } }>(
    `/adjust/get?${PLAYER}`,
    {
      diffs: ['SettingsInfo'],
    },
  )
  const { version, data } = loaded.body.data
  const changes = [{ ...music, value, old: data.settings.music }]
  const answer = await as.post<{ editId: string }>(`/adjust/api/change?${PLAYER}`, {
    version,
    changes,
    reason,
    idempotencyKey: key(),
  })
  expect([answer.http, answer.body.msg]).toEqual([200, ''])
  return answer.body.data.editId
}

async function ran(as: Speaker, ref: object, params: object, reason: string): Promise<string> {
  const body = { function: ref, params }
  const dry = await as.post<{ dryRunId: string }>(`/adjust/function/dryRun?${PLAYER}`, body)
  const { dryRunId } = dry.body.data
  const answer = await as.post<{ runId: string; status: string }>(`/adjust/function/run?${PLAYER}`, {
    ...body,
    dryRunId,
    reason,
    idempotencyKey: key(),
  })
  expect([answer.http, answer.body.data.status]).toEqual([200, 'done'])
  return answer.body.data.runId
}

/** A function that reads and sets the music, saved by the developer. */
async function louder(): Promise<object> {
  const definition = {
    title: 'Louder',
    group: 'test',
    comment: '',
    target: 'player',
    parameters: [],
    steps: [
      { kind: 'read', as: 'music', diff: 'SettingsInfo', path: ['music'] },
      { kind: 'patch', changes: [{ ...music, value: 33 }] },
    ],
  }
  const saved = await developer.post<{ id: string; version: string }>(`/adjust/function/save?${PLAYER}`, {
    definition,
    note: '',
  })
  const { id, version } = saved.body.data
  return { source: 'composed', id, version }
}

async function command(name: string): Promise<object> {
  const { list } = (
    await operator.post<{ list: { source: string; id: string; version: string }[] }>(
      `/adjust/function/list?${PLAYER}`,
    )
  ).body.data
  const { source, id, version } = list.find((each) => each.id === name)!
  return { source, id, version }
}

async function bulk(as: Speaker): Promise<string> {
  const set = { changes: [{ ...music, value: 44, old: 33 }], onlyUnchanged: false, existing: 'skip' }
  const preview = await as.postText<{ hash: string }>(`/adjust/bulk/preview?${LINE}`, { set }, UID)
  const { hash } = preview.body.data
  const order = { set, hash, onlinePolicy: 'live', reason: 'all of them', idempotencyKey: key() }
  const { jobId } = (await as.postText<{ jobId: string }>(`/adjust/bulk/start?${LINE}`, order, UID)).body.data
  const state = async () => (await as.post<{ state: string }>('/platform/job/get', { jobId })).body.data.state
  await expect.poll(state, { timeout: 30_000 }).toBe('succeeded')
  return jobId
}

test('[ED.180] [ED.181] one list of all that was done to a player, each as its reader may see it', async () => {
  const first = await edit(operator, 11, 'by hand')
  const given = await ran(operator, await command('addItem'), { itemId: 10_007, count: 2 }, 'a gift')
  const louderRun = await ran(developer, await louder(), {}, 'by function')
  const jobId = await bulk(operator)
  const undone = await operator.post<{ editId: string }>(`/adjust/history/undo?${PLAYER}`, {
    editId: (await timeline(operator)).list[0]!.id,
    reason: 'back',
    idempotencyKey: key(),
  })
  expect(undone.http).toBe(200)

  // Who manages functions sees the runs of everybody.
  const whole = await timeline(developer)
  expect(whole.list.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['undo', 'back'],
    ['bulk', 'all of them'],
    ['function', 'by function'],
    ['function', 'a gift'],
    ['edit', 'by hand'],
  ])
  expect(whole.list.map(({ id }) => id)).toEqual([
    undone.body.data.editId,
    expect.any(String),
    louderRun,
    given,
    first,
  ])
  expect(whole.list[1]).toMatchObject({ edits: [{ jobId, status: 'undone', takenBack: [0] }] })
  // The step that only read says nothing; that which edited has its edit beside it.
  const [made] = whole.list[2]!.edits
  expect(whole.list[2]!.run).toMatchObject({ title: 'Louder', steps: [{ kind: 'patch', editId: made!.id }] })
  expect(whole.list[3]).toMatchObject({ edits: [], run: { steps: [{ kind: 'command', status: 'done' }] } })
  expect(whole.summary?.counts).toEqual({ edit: 1, function: 2, bulk: 1, undo: 1 })

  // An operator sees their own runs, a reader none; what the function changed both see as an edit.
  const own = await timeline(operator)
  expect(own.list.map(({ id, kind }) => [id, kind])).toEqual([
    [undone.body.data.editId, 'undo'],
    [whole.list[1]!.id, 'bulk'],
    [made!.id, 'edit'],
    [given, 'function'],
    [first, 'edit'],
  ])
  const read = await timeline(reader)
  expect(read.list.map(({ kind, run }) => [kind, run])).toEqual([
    ['undo', null],
    ['bulk', null],
    ['edit', null],
    ['edit', null],
  ])
  expect(read.summary?.counts).toEqual({ edit: 2, function: 0, bulk: 1, undo: 1 })
})

test('[ED.181] a run of another player stands in no other time line', async () => {
  const answer = await developer.post<Timeline>('/adjust/history/timeline?uId=30123000048')
  expect(answer.body.data).toMatchObject({ list: [], next: null })
})
