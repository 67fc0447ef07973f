import { AppError, coreErrors, riskAtLeast } from '@qd/contract-kit'
import type { Risk, RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { runFunctionNow } from '../../contract/index.ts'
import type { FunctionPorts } from '../function-ports.ts'
import { planFor } from './dry-run.ts'
import { runOnce } from './run-once.ts'
import { checkedParams, confirmNameOf, findRunnable } from './runnable.ts'

type Input = RouteInput<typeof runFunctionNow>

export async function weighRun(ports: FunctionPorts, { body }: Input, ctx: CallContext): Promise<Risk> {
  return (await findRunnable(ports, ctx, body.function)).risk
}

export async function nameOfRun(ports: FunctionPorts, { body }: Input, ctx: CallContext): Promise<string> {
  return confirmNameOf(ctx, await findRunnable(ports, ctx, body.function))
}

export async function handleRunNow(
  ports: FunctionPorts,
  { body }: Input,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof runFunctionNow>> {
  const runnable = await findRunnable(ports, ctx, body.function)
  const { reason, idempotencyKey, dryRunId } = body
  if (reason === '' && riskAtLeast(runnable.risk, 'R2')) {
    throw new AppError(coreErrors.reason_required, { field: 'reason' })
  }
  const params = checkedParams(ctx, runnable, body.params)
  const answer = await runOnce(ports, ctx, {
    runnable,
    params,
    reason,
    key: idempotencyKey,
    jobId: null,
    waitsOut: new Set(),
    plan: () => planFor(ports, ctx, runnable, { params, dryRunId }),
  })
  const told = answer.steps.map(({ step, status, code, editId }) => ({ step, status, code, editId }))
  ctx.note({ runId: answer.runId, runStatus: answer.status, steps: told })
  return answer
}
