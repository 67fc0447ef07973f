import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { JobStanding, PlayerRun, playerTimeline, TimelineEntry } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import type { PlayerEditRow } from '../tables.ts'
import { NO_JOBS } from './job-standing-port.ts'
import { NO_RUNS } from './player-runs-port.ts'
import {
  BATCH,
  MAX_BATCHES,
  asksForRuns,
  editsOfPlayer,
  kindOf,
  runsAsked,
  timelineEdits,
  touches,
} from './timeline-edits.ts'
import type { TimelineAsked } from './timeline-edits.ts'
import { summarise } from './timeline-summary.ts'

const PAGE = 20

/** An edit of its own, with the run that made it where that is not an entry itself; or a run. */
interface Found {
  id: string
  row: PlayerEditRow | null
  run: PlayerRun | null
}

interface Looked {
  found: Found[]
  /** The last edit looked at, where there are further ones. */
  cut: string | null
}

/** Whether a run is an entry of the list asked for; what it edited stands there then. */
function isListed({ at, actorId, status }: PlayerRun, asked: TimelineAsked): boolean {
  if (asked.place !== undefined || asked.diff !== undefined) return false
  const { statuses } = runsAsked(asked)
  return (
    (asked.actorId === undefined || asked.actorId === actorId) &&
    (asked.fromMs === undefined || at >= asked.fromMs) &&
    (asked.toMs === undefined || at < asked.toMs) &&
    (statuses === undefined || statuses.includes(status))
  )
}

async function runsById(
  { runs }: UseCaseDeps,
  ctx: CallContext,
  ids: readonly string[],
): Promise<Map<string, PlayerRun>> {
  if (ids.length === 0) return new Map()
  const list = await (runs?.() ?? NO_RUNS).list(ctx, { ids: [...new Set(ids)] })
  return new Map(list.map((run) => [run.id, run]))
}

/** The edits of some rows that are entries of their own. */
async function ownEntries(
  deps: UseCaseDeps,
  ctx: CallContext,
  asked: TimelineAsked,
  rows: readonly PlayerEditRow[],
): Promise<Found[]> {
  const near = rows.filter((row) => touches(row, asked))
  const seen = await runsById(
    deps,
    ctx,
    near.flatMap((row) => row.run_id ?? []),
  )
  return near.flatMap((row) => {
    const run = seen.get(row.run_id ?? '') ?? null
    if (run !== null && isListed(run, asked)) return []
    const kind = run === null ? kindOf(row) : 'function'
    return asked.kinds === undefined || asked.kinds.includes(kind) ? [{ id: row.id, row, run }] : []
  })
}

async function findEdits(
  deps: UseCaseDeps,
  ctx: CallContext,
  asked: TimelineAsked,
  limit: number,
): Promise<Looked> {
  const found: Found[] = []
  let { before } = asked
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    // Most often the first look finds enough.
    const size = round === 0 && asked.place === undefined ? limit : BATCH
    let page = editsOfPlayer(deps.store.read, ctx, asked).selectAll().orderBy('id', 'desc').limit(size)
    if (before !== undefined) page = page.where('id', '<', before)
    const rows = await page.execute()
    found.push(...(await ownEntries(deps, ctx, asked, rows)))
    if (rows.length < size) return { found, cut: null }
    before = rows.at(-1)?.id
    if (found.length >= limit) break
  }
  return { found, cut: before ?? null }
}

async function findRuns(
  { runs }: UseCaseDeps,
  ctx: CallContext,
  asked: TimelineAsked,
  limit: number,
): Promise<Found[]> {
  if (!asksForRuns(asked)) return []
  const { before } = asked
  const page = { ...runsAsked(asked), limit, ...(before === undefined ? {} : { before }) }
  const list = await (runs?.() ?? NO_RUNS).list(ctx, page)
  return list.map((run) => ({ id: run.id, row: null, run }))
}

/** One entry by its id, or by that of an edit it holds. */
async function findOne(deps: UseCaseDeps, ctx: CallContext, id: string): Promise<Found[]> {
  const row = await editsOfPlayer(deps.store.read, ctx, {})
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  const runId = row === undefined ? id : (row.run_id ?? '')
  const run = (await runsById(deps, ctx, [runId])).get(runId) ?? null
  if (run !== null) return [{ id: run.id, row: null, run }]
  return row === undefined ? [] : [{ id: row.id, row, run: null }]
}

/** Of a run what an entry tells; the rest stands in the entry itself. */
const shownRun = ({ title, status, jobId, steps }: PlayerRun): NonNullable<TimelineEntry['run']> => ({
  title,
  status,
  jobId,
  steps,
})

const editIdsOf = ({ row, run }: Found): string[] =>
  row === null ? (run?.steps ?? []).flatMap(({ editId }) => editId ?? []) : [row.id]

const jobIdOf = ({ row, run }: Found): string => run?.jobId ?? row?.job_id ?? ''

/** How the jobs stand that what was found belongs to, as far as the caller may see them. */
async function jobsOf(
  { jobs }: UseCaseDeps,
  { caller }: CallContext,
  found: readonly Found[],
): Promise<ReadonlyMap<string, JobStanding>> {
  const ids = [...new Set(found.map(jobIdOf))].filter((id) => id !== '')
  if (ids.length === 0) return new Map()
  const standing = await (jobs?.() ?? NO_JOBS).standingOf(caller, ids)
  return new Map([...standing].map(([id, { total, done }]) => [id, { total, done }]))
}

/** What was found as it is shown: each with its edits. */
async function entriesOf(
  deps: UseCaseDeps,
  ctx: CallContext,
  found: readonly Found[],
): Promise<TimelineEntry[]> {
  const own = found.flatMap(({ row }) => row ?? [])
  const ids = found.flatMap((each) => (each.row === null ? editIdsOf(each) : []))
  const ofRuns =
    ids.length === 0
      ? []
      : await editsOfPlayer(deps.store.read, ctx, {}).selectAll().where('id', 'in', ids).execute()
  const edits = await timelineEdits(deps, [...own, ...ofRuns])
  const jobs = await jobsOf(deps, ctx, found)
  return found.flatMap((each): TimelineEntry[] => {
    const { id, row, run } = each
    const told =
      row === null ? run : { at: row.at, actorId: row.actor_id, actor: row.actor, reason: row.reason }
    if (told === null) return []
    const { at, actorId, actor, reason } = told
    return [
      {
        id,
        at,
        kind: run === null && row !== null ? kindOf(row) : 'function',
        actorId,
        actor,
        reason,
        edits: editIdsOf(each).flatMap((editId) => edits.get(editId) ?? []),
        run: run === null ? null : shownRun(run),
        job: jobs.get(jobIdOf(each)) ?? null,
      },
    ]
  })
}

/** So many entries before the cursor, and the cursor of those that follow. */
export async function timelinePage(
  deps: UseCaseDeps,
  ctx: CallContext,
  asked: TimelineAsked,
  limit: number,
): Promise<{ list: TimelineEntry[]; next: string | null }> {
  const edits = await findEdits(deps, ctx, asked, limit + 1)
  const runs = await findRuns(deps, ctx, asked, limit + 1)
  const { cut } = edits
  // Below the last edit looked at there may be others that are newer than these runs.
  const merged = [...edits.found, ...runs.filter(({ id }) => cut === null || id > cut)].toSorted(
    (one, other) => (one.id < other.id ? 1 : -1),
  )
  const shown = merged.slice(0, limit)
  const next = merged.length > limit ? (shown.at(-1)?.id ?? null) : cut
  return { list: await entriesOf(deps, ctx, shown), next }
}

/** A page of all that was done to a player through the console, newest first. */
export async function handlePlayerTimeline(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof playerTimeline>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof playerTimeline>> {
  if (body.entry !== undefined) {
    const list = await entriesOf(deps, ctx, await findOne(deps, ctx, body.entry))
    return { list, next: null, summary: null }
  }
  const page = await timelinePage(deps, ctx, body, body.limit ?? PAGE)
  const isFirst = body.before === undefined && body.place === undefined
  return { ...page, summary: isFirst ? await summarise(deps, ctx, body) : null }
}
