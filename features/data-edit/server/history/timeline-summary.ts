import type { CallContext } from '@qd/server-kit'
import { sql } from 'kysely'
import type { Expression } from 'kysely'
import type { TimelineKind, TimelineSummary } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { NO_RUNS } from './player-runs-port.ts'
import type { PlayerRunsPort } from './player-runs-port.ts'
import { editsOfPlayer, runsAsked } from './timeline-edits.ts'
import type { TimelineAsked } from './timeline-edits.ts'

/** An edit stands by itself (0), does so and names its run, or stands in the entry of the run. */
const WITH_RUN = 1
const IN_ENTRY = 2

/** Asked in this order, each edit is looked up once as a rule. */
function toldBy(listed: Expression<unknown> | null, seen: Expression<unknown> | null) {
  if (seen === null) return sql<number>`0`
  const isListed = listed === null ? sql`` : sql`when run_id in ${listed} then 2`
  return sql<number>`case when run_id is null then 0 ${isListed} when run_id in ${seen} then 1 else 0 end`
}

/** Edits counted by what made them, by their state and by whoever made them: few rows, however many edits. */
function countEdits({ store }: UseCaseDeps, port: PlayerRunsPort, ctx: CallContext, asked: TimelineAsked) {
  const listed = asked.diff === undefined ? port.idsIn(ctx, runsAsked(asked)) : null
  return editsOfPlayer(store.read, ctx, asked)
    .select((eb) => [
      sql<number>`case when undo_of is null then 0 else 1 end`.as('is_undo'),
      sql<number>`case when job_id is null then 0 else 1 end`.as('is_of_job'),
      sql<number>`case when status = 'unknown' then 1 else 0 end`.as('is_unknown'),
      toldBy(listed, port.idsIn(ctx, {})).as('told_by'),
      'actor_id',
      'actor',
      eb.fn.countAll<number>().as('edits'),
    ])
    .groupBy(['is_undo', 'is_of_job', 'is_unknown', 'told_by', 'actor_id', 'actor'])
    .execute()
}

type Counted = Awaited<ReturnType<typeof countEdits>>[number]

function kindOfCounted(row: Counted): TimelineKind {
  if (Number(row.told_by) === WITH_RUN) return 'function'
  if (Number(row.is_undo) === 1) return 'undo'
  return Number(row.is_of_job) === 1 ? 'bulk' : 'edit'
}

/** How much of each kind there is, and by whom. */
export async function summarise(
  deps: UseCaseDeps,
  ctx: CallContext,
  asked: TimelineAsked,
): Promise<TimelineSummary> {
  const { kinds: _kinds, ...ofAllKinds } = asked
  const port = deps.runs?.() ?? NO_RUNS
  const edits = await countEdits(deps, port, ctx, ofAllKinds)
  const runs = asked.diff === undefined ? await port.counts(ctx, runsAsked(asked)) : []
  const counts = { edit: 0, function: 0, bulk: 0, undo: 0 }
  const people = new Map<string, string>()
  let unknown = 0
  for (const row of runs) {
    people.set(row.actorId, row.actor)
    counts.function += row.runs
    if (row.status === 'unknown') unknown += row.runs
  }
  for (const row of edits) {
    people.set(row.actor_id, row.actor)
    // It stands in the entry of its run.
    if (Number(row.told_by) === IN_ENTRY) continue
    counts[kindOfCounted(row)] += Number(row.edits)
    if (Number(row.is_unknown) === 1) unknown += Number(row.edits)
  }
  return {
    counts,
    unknown,
    people: [...people]
      .map(([id, name]) => ({ id, name }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  }
}
