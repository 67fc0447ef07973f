import { createHash } from 'node:crypto'
import { KEY_LIFETIME_MS } from '@qd/game-contract'
import { canonicalJson } from '@qd/canonical-json'
import { uuidv7 } from '@qd/server-kit'
import type { PlannedStep, StepResult } from '../../contract/index.ts'
import type { UseCaseDeps, RunContext } from '../function-deps.ts'
import { serverOf } from '../place.ts'
import type { FunctionRunRow } from '../tables.ts'
import { meantBy } from './dry-run.ts'
import { claimRun, findRun, progressOf } from './run-store.ts'
import { runSteps } from './run-steps.ts'
import type { Runnable } from './runnable.ts'

export interface OnceOrder {
  runnable: Runnable
  params: Record<string, unknown>
  reason: string
  /** One run per user and key; of a job one per key, whoever goes on with it. */
  key: string
  jobId: string | null
  /** Codes of failures that change nothing and pass: the run stands still there, and goes on when it is called again. */
  waitsOut: ReadonlySet<string>
  /** Asked for only when the run is a new one. */
  plan: () => Promise<readonly PlannedStep[] | null>
}

export interface OnceAnswer {
  runId: string
  status: FunctionRunRow['status']
  steps: StepResult[]
  replayed: boolean
}

function rowOf(deps: UseCaseDeps, ctx: RunContext, order: OnceOrder): FunctionRunRow {
  const { runnable, params, reason, key, jobId } = order
  const at = deps.nowMs()
  const { key: serverKey, sId } = serverOf(ctx)
  const meant = canonicalJson([meantBy(ctx, runnable, params), reason])
  const hidden = new Set(
    runnable.parameters.filter(({ sensitive }) => sensitive === true).map(({ fieldName }) => fieldName),
  )
  return {
    id: uuidv7(at),
    actor_id: ctx.caller.userId,
    actor: ctx.caller.name,
    at,
    key,
    body_hash: createHash('sha256').update(meant).digest('hex'),
    source: runnable.ref.source,
    function_id: runnable.ref.id,
    version: runnable.ref.version,
    title: runnable.title,
    server_key: serverKey,
    s_id: sId,
    u_id: runnable.needsPlayer ? (ctx.place.uId ?? '') : '',
    reason,
    params: JSON.stringify(Object.fromEntries(Object.entries(params).filter(([name]) => !hidden.has(name)))),
    status: 'running',
    steps: '[]',
    state: '',
    job_id: jobId,
  }
}

/**
 * Runs a function once per user and key. A copy of an ended run gets its answer; a copy of one that was cut off,
 * or whose outcome is unknown, goes on where it stands, each effect asked under its own key.
 */
export async function runOnce(deps: UseCaseDeps, ctx: RunContext, order: OnceOrder): Promise<OnceAnswer> {
  const { runnable, params, reason, waitsOut } = order
  const fresh = rowOf(deps, ctx, order)
  const known = await findRun(deps, fresh)
  const plan = known === undefined ? await order.plan() : null
  const { row, isNew } = await claimRun(deps, fresh)
  const before = progressOf(row)
  // Sent so long ago that the game may have forgotten the key: a copy would be a new effect.
  const isForgotten = before.state.open !== null && row.at < deps.nowMs() - KEY_LIFETIME_MS
  if (isForgotten) return { runId: row.id, status: 'unknown', steps: before.steps, replayed: true }
  const isOver = before.status === 'done' || before.status === 'failed'
  const request = row.job_id ?? row.id
  const run = { deps, ctx, runId: row.id, request, runnable, params, reason, plan, waitsOut }
  const { status, steps } = isOver ? before : await runSteps(run, before)
  return { runId: row.id, status, steps, replayed: !isNew }
}
