import { parseJsonText } from '@qd/canonical-json'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { FunctionRef, functionRuns, StepResult } from '../../contract/index.ts'
import type { UseCaseDeps } from '../function-deps.ts'
import { serverOf } from '../place.ts'
import type { FunctionRunRow } from '../tables.ts'
import { visibleRuns } from './visible-runs.ts'

const PAGE = 20

function runOf(row: FunctionRunRow) {
  return {
    id: row.id,
    at: row.at,
    by: row.actor,
    function: { source: row.source as FunctionRef['source'], id: row.function_id, version: row.version },
    title: row.title,
    uId: row.u_id,
    sId: row.s_id,
    reason: row.reason,
    params: parseJsonText(row.params) as Record<string, unknown>,
    status: row.status,
    steps: parseJsonText(row.steps) as StepResult[],
    jobId: row.job_id,
  }
}

/** Runs on this server, newest first: their own, and everybody's for who manages functions here. */
export async function listRuns(
  { store }: UseCaseDeps,
  { body, query }: RouteInput<typeof functionRuns>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof functionRuns>> {
  const limit = body.limit ?? PAGE
  let rows = visibleRuns(store, ctx)
    .selectAll()
    .where('server_key', '=', serverOf(ctx).key)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (query.uId !== undefined) rows = rows.where('u_id', '=', ctx.place.uId ?? '')
  if (body.function !== undefined) {
    rows = rows.where('source', '=', body.function.source).where('function_id', '=', body.function.id)
  }
  if (body.before !== undefined) rows = rows.where('id', '<', body.before)
  const found = await rows.execute()
  return { list: found.slice(0, limit).map(runOf), more: found.length > limit }
}
