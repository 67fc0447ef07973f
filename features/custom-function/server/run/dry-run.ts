import { createHash } from 'node:crypto'
import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { canonicalJson, parseJsonText } from '@qd/canonical-json'
import { uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { customFunctionErrors, DRY_RUN_GOOD_MS } from '../../contract/index.ts'
import type { dryRunFunction, PlannedStep } from '../../contract/index.ts'
import type { UseCaseDeps, RunContext } from '../function-deps.ts'
import { serverOf } from '../place.ts'
import { planRun } from './plan-run.ts'
import { checkedParams, confirmNameOf, findRunnable } from './runnable.ts'
import type { Runnable } from './runnable.ts'

/** The same for the same function, version, parameters and target. */
export function meantBy(
  ctx: Pick<RunContext, 'place'>,
  { ref, needsPlayer }: Runnable,
  params: Readonly<Record<string, unknown>>,
): string {
  const uId = needsPlayer ? ctx.place.uId : null
  const { source, id, version } = ref
  const meant = { source, id, version, params, server: serverOf(ctx).key, uId: uId ?? null }
  return createHash('sha256').update(canonicalJson(meant)).digest('hex')
}

export async function handleDryRun(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof dryRunFunction>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof dryRunFunction>> {
  const runnable = await findRunnable(deps, ctx, body.function)
  const params = checkedParams(ctx, runnable, body.params)
  const steps = await planRun(deps, ctx, runnable, params)
  const at = deps.nowMs()
  const plan = {
    id: uuidv7(at),
    actor_id: ctx.caller.userId,
    at,
    meant: meantBy(ctx, runnable, params),
    steps: JSON.stringify(steps),
  }
  await deps.store.write((tx) => tx.insertInto('function_plan').values(plan).execute())
  return {
    dryRunId: plan.id,
    goodUntil: at + DRY_RUN_GOOD_MS,
    risk: runnable.risk,
    confirmName: confirmNameOf(ctx, runnable),
    isRunnable: steps.every(({ status }) => status !== 'failed'),
    steps,
  }
}

/** Kept for what was handed in for approval by then. */
const PLAN_KEPT_MS = 45 * 86_400_000

/** The plan a run is held to; null where none is needed and none was named. Throws `dry_run_required`. */
export async function planFor(
  deps: UseCaseDeps,
  ctx: RunContext & { readonly isApproved?: boolean },
  runnable: Runnable,
  asked: { params: Readonly<Record<string, unknown>>; dryRunId: string | undefined },
): Promise<PlannedStep[] | null> {
  const required = () => new AppError(customFunctionErrors.dry_run_required, { field: 'dryRunId' })
  if (asked.dryRunId === undefined) {
    if (runnable.needsDryRun) throw required()
    return null
  }
  const row = await deps.store.read
    .selectFrom('function_plan')
    .selectAll()
    .where('id', '=', asked.dryRunId)
    .where('actor_id', '=', ctx.caller.userId)
    .executeTakeFirst()
  const isGood =
    row !== undefined &&
    row.meant === meantBy(ctx, runnable, asked.params) &&
    // What is executed was looked at when it was handed in for approval.
    row.at > deps.nowMs() - (ctx.isApproved === true ? PLAN_KEPT_MS : DRY_RUN_GOOD_MS)
  if (!isGood) throw required()
  return parseJsonText(row.steps) as PlannedStep[]
}

/** Forgets plans nobody can use any more. */
export async function forgetPlans(deps: Pick<UseCaseDeps, 'store' | 'nowMs'>): Promise<void> {
  const before = deps.nowMs() - PLAN_KEPT_MS
  await deps.store.write((tx) => tx.deleteFrom('function_plan').where('at', '<', before).execute())
}
