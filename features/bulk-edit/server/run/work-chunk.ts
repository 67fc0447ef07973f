import { scopePath } from '@qd/contract-kit'
import { JobPause, uuidv7 } from '@qd/server-kit'
import type { ChunkOutcome, JobRow, RowOutcome } from '@qd/server-kit'
import type { OnlinePolicy } from '@qd/game-contract'
import { placeText, touchesSensitive } from '@qd/protocol-model'
import type { AnyTx } from '@qd/store'
import { editSensitive } from '@qd/data-edit/contract'
import type { JobEdit } from '@qd/data-edit/contract'
import { callerHolds } from '@qd/server-kit'
import { KEY_LIFETIME_MS } from '@qd/game-contract'
import type { UseCaseDeps } from '../bulk-edit-deps.ts'
import type { Backs, PlacedEdit, Player } from '../bulk-edit-deps.ts'
import type { BulkJobRow } from '../tables.ts'
import { awayWhy, waitFor } from '../preview/ask-patiently.ts'
import { keepBulkJob } from '../bulk-store.ts'
import type { BulkRun, ChunkRow, ChunkServer, PlannedRow, PlanRow } from '../list/chunk.ts'
import { allEnded, createLanes, eachRow } from '../list/each-row.ts'
import type { Lanes } from '../list/each-row.ts'
import { playerFinder } from '../list/row-place.ts'
import { sendRow } from './send-row.ts'

/** Rows whose plans are stored together. */
const WAVE_ROWS = 25

interface Wave {
  items: readonly ChunkRow[]
  lanes: Lanes
}

export interface ChunkWork {
  rows: readonly JobRow[]
  run: BulkRun
  onlinePolicy: OnlinePolicy
  /** Written with the job's first edits. */
  job: BulkJobRow
  plan: PlanRow
}

/** The way to a server, or how the rows of its players end for now without. */
type Opened = { server: ChunkServer } | { outcome: RowOutcome }

async function openServer(deps: UseCaseDeps, { server }: Player, run: BulkRun): Promise<Opened> {
  try {
    const reached = await deps.reach.reach(server)
    const { protocol, md5 } = await deps.edits.protocolOf(server)
    const limits = await deps.edits.limitsOf(server)
    const { game, operator, lineId, sId, environment } = server
    const maySensitive = callerHolds(run.caller, editSensitive, {
      game,
      operator,
      lineId,
      sId,
      environment,
    })
    return { server: { reached, protocol, md5, rules: { protocol, limits, maySensitive } } }
  } catch (error) {
    const away = awayWhy(error)
    if (away === null) throw error
    return { outcome: waitFor(away, server, run.text) }
  }
}

/** How a row ends whose player is out of reach now; what was stored to be sent may have happened. */
function lostOutcome(edit: JobEdit | undefined, run: BulkRun): RowOutcome {
  if (edit !== undefined && edit.status !== 'unknown') return outcomeOf(edit, run)
  const status = edit === undefined ? 'failed' : 'unknown'
  return { status, code: 'not_found', msg: run.text('bulk.stop.not_found') }
}

/** A sensitive field that was stored to be sent, and whoever goes on may not change; null when there is none. */
function forbiddenIn({ protocol, rules }: ChunkServer, edit: JobEdit): string | null {
  const change = rules.maySensitive
    ? undefined
    : edit.changes.find((each) => touchesSensitive(protocol, each))
  return change === undefined ? null : placeText(change)
}

/** Finds the rows' players anew, with what the owner may do today; the others end here. */
async function findRows(
  deps: UseCaseDeps,
  { rows, run }: ChunkWork,
  { ends, known }: { ends: Map<number, RowOutcome>; known: Map<string, JobEdit> },
) {
  const servers = new Map<string, Promise<Opened>>()
  const finders = new Map<string, ReturnType<typeof playerFinder>>()
  const findRow = ({ key, place }: JobRow) => {
    const path = scopePath(place)
    const find = finders.get(path) ?? playerFinder({ scope: deps.scope, caller: run.caller, places: [place] })
    finders.set(path, find)
    return find(key)
  }
  const found: ChunkRow[] = []
  for (const row of rows) {
    const player = findRow(row)
    if (player === null) {
      ends.set(row.seq, lostOutcome(known.get(row.effectKey), run))
      continue
    }
    const opening = servers.get(player.server.key) ?? openServer(deps, player, run)
    servers.set(player.server.key, opening)
    const opened = await opening
    // What an earlier run has stored may have been sent.
    const isSent = known.get(row.effectKey)?.status === 'unknown'
    if ('outcome' in opened) ends.set(row.seq, isSent ? { ...opened.outcome, isSent } : opened.outcome)
    else found.push({ row, player, server: opened.server })
  }
  return found
}

function editOf(
  { run, onlinePolicy }: ChunkWork,
  item: ChunkRow,
  planned: Exclude<PlannedRow, { outcome: RowOutcome }>,
  at: number,
): JobEdit {
  return {
    id: uuidv7(at),
    game: item.player.server.game,
    uId: item.player.uId,
    serverKey: item.player.server.key,
    actorId: run.caller.userId,
    actor: run.caller.username,
    at,
    reason: run.reason,
    status: 'unknown',
    undo: planned.undo,
    changes: planned.changes,
    results: [],
    written: [],
    versionBefore: planned.version,
    versionAfter: '',
    jobId: run.jobId,
    effectKey: item.row.effectKey,
    onlinePolicy,
    protocolMd5: item.server.md5,
  }
}

/** How a row ends whose edit was settled in an earlier run. */
function outcomeOf(edit: JobEdit, run: BulkRun): RowOutcome {
  if (edit.status === 'applied' || edit.status === 'undone') return { status: 'done' }
  const msg = edit.results.find((row) => row.msg !== '')?.msg ?? run.text('bulk.stop.refused')
  return { status: 'failed', code: edit.status === 'partly' ? 'edit_partly' : 'edit_refused', msg }
}

/** Takes up what an earlier run has stored: settled edits end, the others are sent again word by word. */
function takeUp(deps: UseCaseDeps, run: BulkRun, items: readonly ChunkRow[], known: Map<string, JobEdit>) {
  for (const item of items) {
    const edit = known.get(item.row.effectKey)
    if (edit === undefined) continue
    item.edit = edit
    item.isTakenUp = true
    if (edit.status !== 'unknown') item.outcome = outcomeOf(edit, run)
    else if (edit.at < deps.nowMs() - KEY_LIFETIME_MS)
      item.outcome = { status: 'unknown', code: 'edit_unknown', msg: run.text('bulk.stop.too_old') }
    else {
      const field = forbiddenIn(item.server, edit)
      if (field === null) continue
      const msg = run.text('fault.field_forbidden', { field })
      item.outcome = { status: 'unknown', code: 'field_forbidden', field, msg }
    }
  }
}

async function planRows(deps: UseCaseDeps, work: ChunkWork, { items, lanes }: Wave): Promise<void> {
  const fresh = items.filter(({ edit }) => edit === undefined)
  const edits: PlacedEdit[] = []
  await eachRow(
    fresh,
    ({ player }) => player.server.key,
    async (item) => {
      work.run.signal.throwIfAborted()
      const planned = await work.plan(item)
      if ('outcome' in planned) {
        item.outcome = planned.outcome
        return
      }
      item.data = planned.data
      edits.push({ edit: editOf(work, item, planned, deps.nowMs()), server: item.player.server })
    },
    lanes,
  )
  const { caller, jobId, lang, text } = work.run
  const { standing, refused } = await deps.edits.open(edits, { caller, jobId, lang, text })
  const mine = new Set(edits.map(({ edit }) => edit.id))
  takeUp(deps, work.run, fresh, standing)
  const beyond = new Map(edits.map(({ edit }) => [edit.effectKey, refused.get(edit.id)]))
  for (const item of fresh) {
    const msg = item.edit === undefined ? beyond.get(item.row.effectKey) : undefined
    if (msg !== undefined) item.outcome = { status: 'failed', code: 'item_limit', msg }
    // Another node's plan was made on what it has read.
    if (item.edit !== undefined && !mine.has(item.edit.id)) item.data = undefined
    else item.isTakenUp = false
  }
}

/** Reads and plans, stores every plan in one write before anything is sent, and sends. */
async function workWave(deps: UseCaseDeps, work: ChunkWork, wave: Wave): Promise<void> {
  await planRows(deps, work, wave)
  await eachRow(
    wave.items.filter(({ edit, outcome }) => edit !== undefined && outcome === undefined),
    ({ player }) => player.server.key,
    (item) => sendRow(deps.edits, item, work.run),
    wave.lanes,
  )
}

/** How the rows' edits ended. */
interface Ends {
  /** With an answer of the game. */
  done: readonly ChunkRow[]
  settled: readonly ChunkRow[]
  /** Planned and never sent: planned anew on what stands there once the server is back. */
  unsent: readonly ChunkRow[]
}

function endsOf(items: readonly ChunkRow[]): Ends {
  const done = items.filter(({ edit, reply }) => edit !== undefined && edit.status !== 'unknown' && reply)
  const refused = items.filter(({ edit, reply }) => edit?.status === 'refused' && reply === undefined)
  const unsent = items.filter(({ outcome }) => outcome?.status === 'waiting' && outcome.isSent !== true)
  return { done, settled: [...done, ...refused], unsent }
}

const placed = (items: readonly ChunkRow[]): PlacedEdit[] =>
  items.flatMap(({ edit, player: { server } }) => (edit === undefined ? [] : [{ edit, server }]))

/** The edits with how they ended, what they give back, and the news of them, as part of the engine's commit. */
async function commitRows(
  { edits }: UseCaseDeps,
  { username }: BulkRun['caller'],
  { done, settled, unsent }: Ends,
  { tx, backs }: { tx: AnyTx; backs: Backs },
) {
  const ended = {
    settled: settled.flatMap(({ edit }) => edit ?? []),
    unsent: unsent.flatMap(({ edit }) => edit?.id ?? []),
  }
  await edits.end(tx, ended, backs)
  for (const { edit, reply } of done) {
    if (edit === undefined || reply === undefined || edit.status === 'refused') continue
    edits.publish(tx, edit, { actor: username, c: reply.c })
  }
}

/**
 * Works on a chunk of players in waves, so that the game servers have something to do while plans are stored, and
 * hands the outcomes to the engine's commit. Called again after a crash it sends the stored plans again, never
 * new ones.
 */
export async function workChunk(deps: UseCaseDeps, work: ChunkWork): Promise<ChunkOutcome> {
  const { rows, run } = work
  const ends = new Map<number, RowOutcome>()
  const known = await deps.edits.standing(rows.map(({ effectKey }) => effectKey))
  const items = await findRows(deps, work, { ends, known })
  takeUp(deps, run, items, known)
  // Before anything is stored to be sent, so that no edit is without its job; the first rows may lie where nobody may work.
  await keepBulkJob(deps.store, work.job)
  const lanes = createLanes()
  const waves: Wave[] = []
  for (let at = 0; at < items.length; at += WAVE_ROWS)
    waves.push({ items: items.slice(at, at + WAVE_ROWS), lanes })
  await allEnded(waves.map((wave) => workWave(deps, work, wave)))
  for (const { row, outcome } of items) if (outcome !== undefined) ends.set(row.seq, outcome)
  const outcomes = rows.map(({ seq, key }) => {
    const outcome = ends.get(seq)
    if (outcome === undefined) throw new Error(`the row of ${key} came to no end`)
    return outcome
  })
  const [first] = outcomes
  // No other server's rows to go on with: the job as a whole waits, instead of each of its chunks.
  if (run.place.sId !== undefined && outcomes.every(({ status }) => status === 'waiting'))
    throw new JobPause(first?.code === 'maintenance' ? 'maintenance' : 'server_down', first?.msg ?? '')
  const ended = endsOf(items)
  const backs = await deps.edits.backsOf(placed([...ended.settled, ...ended.unsent]))
  return { outcomes, commit: (tx) => commitRows(deps, run.caller, ended, { tx, backs }) }
}
