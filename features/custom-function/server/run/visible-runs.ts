import { manageFunctions } from '../../contract/index.ts'
import type { RunContext, UseCaseDeps } from '../function-deps.ts'

/** Their own runs, and everybody's for who manages functions here. */
export function visibleRuns(
  store: UseCaseDeps['store'],
  ctx: Pick<RunContext, 'caller' | 'place' | 'holds'>,
) {
  const runs = store.read.selectFrom('function_run')
  return ctx.holds(manageFunctions) ? runs : runs.where('actor_id', '=', ctx.caller.userId)
}
