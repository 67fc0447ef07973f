import type { CallContext } from '@qd/server-kit'
import { sql } from 'kysely'
import type { RunBrief, TimelineKind, TimelineSummary } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { NO_RUNS } from './player-runs-port.ts'
import { editsOfPlayer, runsAsked } from './timeline-edits.ts'
import type { TimelineAsked } from './timeline-edits.ts'

/** Ids in one question to the database. */
const IDS = 500

async function briefsOf(
  { runs }: UseCaseDeps,
  ctx: CallContext,
  ids: readonly string[],
): Promise<RunBrief[]> {
  const port = runs?.() ?? NO_RUNS
  const found: RunBrief[] = []
  for (let from = 0; from < ids.length; from += IDS)
    found.push(...(await port.briefs(ctx, { ids: ids.slice(from, from + IDS) })))
  return found
}

/** Edits counted by what made them, by their state and by whoever made them. */
function countEdits({ store }: UseCaseDeps, ctx: CallContext, asked: TimelineAsked) {
  return editsOfPlayer(store.read, ctx, asked)
    .select((eb) => [
      sql<number>`case when undo_of is null then 0 else 1 end`.as('is_undo'),
      sql<number>`case when job_id is null then 0 else 1 end`.as('is_of_job'),
      sql<number>`case when status = 'unknown' then 1 else 0 end`.as('is_unknown'),
      'run_id',
      'actor_id',
      'actor',
      eb.fn.countAll<number>().as('edits'),
    ])
    .groupBy(['is_undo', 'is_of_job', 'is_unknown', 'run_id', 'actor_id', 'actor'])
    .execute()
}

type Counted = Awaited<ReturnType<typeof countEdits>>[number]

function kindOfCounted({ is_undo: isUndo, is_of_job: isOfJob }: Counted): TimelineKind {
  if (Number(isUndo) === 1) return 'undo'
  return Number(isOfJob) === 1 ? 'bulk' : 'edit'
}

/** How much of each kind there is, and by whom. */
export async function summarise(
  deps: UseCaseDeps,
  ctx: CallContext,
  asked: TimelineAsked,
): Promise<TimelineSummary> {
  const { kinds: _kinds, ...ofAllKinds } = asked
  const edits = await countEdits(deps, ctx, ofAllKinds)
  const isOfModule = asked.diff !== undefined
  const listed = isOfModule ? [] : await (deps.runs?.() ?? NO_RUNS).briefs(ctx, runsAsked(asked))
  const known = new Map(listed.map((run) => [run.id, run]))
  const others = [...new Set(edits.flatMap((row) => row.run_id ?? []))].filter((id) => !known.has(id))
  const seen = new Set((await briefsOf(deps, ctx, others)).map(({ id }) => id))
  const counts = { edit: 0, function: listed.length, bulk: 0, undo: 0 }
  let unknown = listed.filter(({ status }) => status === 'unknown').length
  const people = new Map(listed.map(({ actorId, actor }) => [actorId, actor]))
  for (const row of edits) {
    people.set(row.actor_id, row.actor)
    // It stands in the entry of its run.
    if (known.has(row.run_id ?? '')) continue
    const kind = seen.has(row.run_id ?? '') ? 'function' : kindOfCounted(row)
    counts[kind] += Number(row.edits)
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
