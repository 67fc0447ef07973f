import { parseJsonText } from '@qd/canonical-json'
import type { PlayerRun, RunCount, RunsAsked } from '@qd/data-edit/contract'
import { sql } from 'kysely'
import type { Expression } from 'kysely'
import { runFunction } from '../../contract/index.ts'
import type { StepResult } from '../../contract/index.ts'
import type { RunContext, UseCaseDeps } from '../function-deps.ts'
import { serverOf } from '../place.ts'
import type { FunctionRunRow } from '../tables.ts'
import { visibleRuns } from './visible-runs.ts'

type Who = Pick<RunContext, 'caller' | 'place' | 'holds'>

/** Signs of what a step said; all of it stands with the function. */
const STEP_SIGNS = 200

const SILENT = new Set<StepResult['status']>(['skipped', 'stopped'])

function stepOf({ kind, title, status, msg, text, editId }: StepResult): PlayerRun['steps'][number] {
  return { kind, title, status, text: (msg ?? text ?? '').slice(0, STEP_SIGNS), editId: editId ?? null }
}

function runOf(row: FunctionRunRow): PlayerRun {
  const steps = parseJsonText(row.steps) as StepResult[]
  return {
    id: row.id,
    at: row.at,
    actorId: row.actor_id,
    actor: row.actor,
    reason: row.reason,
    title: row.title,
    status: row.status,
    jobId: row.job_id,
    // What a run only looked at, or passed by, did nothing to the player.
    steps: steps.filter((step) => !SILENT.has(step.status) && step.kind !== 'read').map(stepOf),
  }
}

/** Runs on the player of the call that the caller may see; null: none of them. */
function runsOfPlayer({ store }: Pick<UseCaseDeps, 'store'>, ctx: Who, asked: RunsAsked) {
  const { ids, before, actorId, fromMs, toMs, statuses } = asked
  // Who may not see runs on the page of functions sees none here.
  if (!ctx.holds(runFunction) || ids?.length === 0 || statuses?.length === 0) return null
  // After a merge the runs of the server before are theirs as well; a uId means somebody else in another game.
  const game = `${serverOf(ctx).game}:`
  let rows = visibleRuns(store, ctx)
    .where('u_id', '=', ctx.place.uId ?? '')
    .where(sql<string>`substr(server_key, 1, ${game.length})`, '=', game)
  if (ids !== undefined) rows = rows.where('id', 'in', ids)
  if (before !== undefined) rows = rows.where('id', '<', before)
  if (actorId !== undefined) rows = rows.where('actor_id', '=', actorId)
  if (fromMs !== undefined) rows = rows.where('at', '>=', fromMs)
  if (toMs !== undefined) rows = rows.where('at', '<', toMs)
  if (statuses !== undefined) rows = rows.where('status', 'in', statuses)
  return rows
}

/** What functions did to a player, for their time line. */
export function createPlayerRuns(deps: Pick<UseCaseDeps, 'store'>) {
  return {
    /** Newest first. */
    async list(ctx: Who, asked: RunsAsked): Promise<PlayerRun[]> {
      const all = runsOfPlayer(deps, ctx, asked)?.selectAll().orderBy('id', 'desc')
      const rows = await (asked.limit === undefined ? all : all?.limit(asked.limit))?.execute()
      return (rows ?? []).map(runOf)
    },
    async counts(ctx: Who, asked: RunsAsked): Promise<RunCount[]> {
      const rows = await runsOfPlayer(deps, ctx, asked)
        ?.select((eb) => ['actor_id', 'actor', 'status', eb.fn.countAll<number>().as('runs')])
        .groupBy(['actor_id', 'actor', 'status'])
        .execute()
      return (rows ?? []).map(({ actor_id: actorId, actor, status, runs }) => ({
        actorId,
        actor,
        status,
        runs: Number(runs),
      }))
    },
    /** Their ids as a part of another query of the same database. */
    idsIn(ctx: Who, asked: RunsAsked): Expression<unknown> | null {
      return runsOfPlayer(deps, ctx, asked)?.select('id') ?? null
    },
  }
}

export type PlayerRuns = ReturnType<typeof createPlayerRuns>
