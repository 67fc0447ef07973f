import { AppError, coreErrors, riskAtLeast } from '@qd/contract-kit'
import type { Risk, RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { customFunctionErrors } from '../../contract/index.ts'
import type { runFunctionNow } from '../../contract/index.ts'
import type { UseCaseDeps } from '../function-deps.ts'
import { serverOf } from '../place.ts'
import { functionFacts } from './approval-facts.ts'
import { planFor } from './dry-run.ts'
import { runOnce } from './run-once.ts'
import { worthPlanned } from './worth-of-run.ts'
import { checkedParams, confirmNameOf, findRunnable } from './runnable.ts'

type Input = RouteInput<typeof runFunctionNow>

export async function weighRun(deps: UseCaseDeps, { body }: Input, ctx: CallContext): Promise<Risk> {
  return (await findRunnable(deps, ctx, body.function)).risk
}

export async function nameOfRun(deps: UseCaseDeps, { body }: Input, ctx: CallContext): Promise<string> {
  return confirmNameOf(ctx, await findRunnable(deps, ctx, body.function))
}

export async function handleRunNow(
  deps: UseCaseDeps,
  { body }: Input,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof runFunctionNow>> {
  const runnable = await findRunnable(deps, ctx, body.function)
  const { reason, idempotencyKey, dryRunId } = body
  const params = checkedParams(ctx, runnable, body.params)
  // A plan that is missing now would be missed only when it is executed.
  if (runnable.needsDryRun && dryRunId === undefined) {
    throw new AppError(customFunctionErrors.dry_run_required, { field: 'dryRunId' })
  }
  const players = runnable.needsPlayer ? [ctx.place.uId ?? ''] : null
  const planned = () => planFor(deps, ctx, runnable, { params, dryRunId })
  const worth = await worthPlanned(deps, ctx, runnable, planned)
  await ctx.approve(
    functionFacts(runnable, { at: serverOf(ctx), params: body.params, players, worth }),
    async () => {
      if (runnable.needsDryRun) await planned()
      return []
    },
  )
  if (reason === '' && riskAtLeast(runnable.risk, 'R2')) {
    throw new AppError(coreErrors.reason_required, { field: 'reason' })
  }
  const answer = await runOnce(deps, ctx, {
    runnable,
    params,
    reason,
    key: idempotencyKey,
    jobId: null,
    waitsOut: new Set(),
    plan: planned,
  })
  const told = answer.steps.map(({ step, status, code, editId }) => ({ step, status, code, editId }))
  ctx.note({ runId: answer.runId, runStatus: answer.status, steps: told })
  return answer
}
