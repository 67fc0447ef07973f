import { AppError } from '@qd/contract-kit'
import { nextAction, stopsAfterRead } from '@qd/function-steps'
import type { NextAction, Scope, Step, StepFault } from '@qd/function-steps'
import type { FunctionRun, PlannedStep, StepResult } from '../../contract/index.ts'
import { told } from '../faults.ts'
import type { UseCaseDeps, RunContext } from '../function-deps.ts'
import { serverOf } from '../place.ts'
import { conflictsWith, withOlds } from './change-olds.ts'
import { doEffect } from './do-effect.ts'
import type { Ended } from './do-effect.ts'
import { keepProgress, openEffect } from './run-store.ts'
import { maskStep, secretsOf } from './mask-secrets.ts'
import type { Effect, RunProgress } from './run-store.ts'
import type { Runnable } from './runnable.ts'
import { titleOf } from './step-words.ts'
import { valueAt } from './value-at.ts'

export interface RunOrder {
  deps: UseCaseDeps
  ctx: RunContext
  runId: string
  /** What limits per request count together: the job, or the run. */
  request: string
  runnable: Runnable
  params: Record<string, unknown>
  reason: string
  /** What the dry run showed; null where there was none. */
  plan: readonly PlannedStep[] | null
  waitsOut: ReadonlySet<string>
}

/** What to do with a step: it has ended already, or has an effect to be made. */
type PreparedStep = { ended: Ended } | { effect: Effect }

const faulty = (ctx: RunContext, fault: StepFault): PreparedStep => {
  const { code, msg } = told(ctx, fault)
  return { ended: { status: 'failed', code, msg } }
}

async function readNow(
  { deps, ctx, runnable }: RunOrder,
  scope: Scope,
  { action, step, at }: { action: Extract<NextAction, { kind: 'read' }>; step: Step; at: string },
): Promise<PreparedStep> {
  const { data } = await deps.edits.read(ctx, [action.diff])
  const value = valueAt(runnable.protocol, data, action)
  const ended = { status: 'done', json: value, kept: value } as const
  if (step.stopIf === undefined) return { ended }
  const stops = stopsAfterRead(step.stopIf, { ...scope, read: { ...scope.read, [action.as]: value } }, at)
  if (!stops.ok) return faulty(ctx, stops.fault)
  return { ended: stops.value ? { ...ended, status: 'stopped' } : ended }
}

/** A patch as it would be made now; held to what the dry run showed, unless that could not know. */
async function patchNow(
  { deps, ctx, runnable, plan, params }: RunOrder,
  action: Extract<NextAction, { kind: 'patch' }>,
  index: number,
): Promise<PreparedStep> {
  const diffs = [...new Set(action.changes.map(({ diff }) => diff))]
  const { data, version } = await deps.edits.read(ctx, diffs)
  const { changes } = withOlds(runnable.protocol, data, action.changes)
  const shown = plan?.find(({ step }) => step === index)
  // The plan keeps no secrets; that they are the same its hash tells.
  const now = maskStep({ changes }, secretsOf(runnable.parameters, params)).changes
  const conflicts = shown === undefined || shown.isUnsure ? [] : conflictsWith(shown.changes, now)
  if (conflicts.length === 0) return { effect: { kind: 'patch', version, changes } }
  const msg = ctx.text('function.run.changedSince')
  return { ended: { status: 'failed', code: 'edit_conflict', msg, conflicts } }
}

async function prepare(order: RunOrder, scope: Scope, step: Step, index: number): Promise<PreparedStep> {
  const at = `steps.${index}`
  const next = nextAction(step, scope, at)
  if (!next.ok) return faulty(order.ctx, next.fault)
  const action = next.value
  switch (action.kind) {
    case 'skip':
      return { ended: { status: 'skipped' } }
    case 'stop':
      return { ended: { status: 'stopped' } }
    case 'read':
      return readNow(order, scope, { action, step, at })
    case 'patch':
      return patchNow(order, action, index)
    default:
      return { effect: action }
  }
}

/** Reading failed: nothing was sent, so the step has failed and not become unknown. */
async function prepared(order: RunOrder, scope: Scope, step: Step, index: number): Promise<PreparedStep> {
  try {
    return await prepare(order, scope, step, index)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { deps, ctx } = order
    return { ended: { status: 'failed', code: error.def.code, msg: deps.say(error, ctx.lang) } }
  }
}

async function runStep(order: RunOrder, progress: RunProgress, scope: Scope): Promise<Ended> {
  const { deps, ctx, runnable, reason, runId, request } = order
  const index = progress.state.next
  let isAskedAgain = progress.state.open !== null
  let effect = progress.state.open
  if (effect === null) {
    const next = await prepared(order, scope, runnable.steps[index]!, index)
    if ('ended' in next) return next.ended
    // Before it is sent: whoever goes on after a crash must ask with the same words.
    const { userId, username } = ctx.caller
    const effectOfHis = { ...next.effect, by: { userId, username } }
    const opened = await openEffect(deps, runId, progress, effectOfHis)
    isAskedAgain = !opened.isOurs
    effect = opened.effect
    progress.state.open = effect
    progress.stored = opened.stored
  }
  const key = `${runId}:${index}`
  return doEffect({ deps, ctx, runnable, runId, request, reason, key, isAskedAgain }, effect)
}

function statusAfter(result: StepResult, isLast: boolean): FunctionRun['status'] {
  if (result.status === 'failed' || result.status === 'unknown') return result.status
  return result.status === 'stopped' || isLast ? 'done' : 'running'
}

/** Runs steps from where the progress stands to the end, the first failure or the first unknown outcome. */
export async function runSteps(order: RunOrder, from: RunProgress): Promise<RunProgress> {
  const { deps, ctx, runnable, params, runId } = order
  const progress: RunProgress = { ...from, status: 'running', steps: [...from.steps] }
  const target = { uId: ctx.place.uId ?? '', sId: serverOf(ctx).sId }
  const secrets = secretsOf(runnable.parameters, params)
  while (progress.status === 'running' && progress.state.next < runnable.steps.length) {
    const index = progress.state.next
    const step = runnable.steps[index]!
    const scope: Scope = { param: params, read: progress.state.reads, target }
    const { kept, ...ended } = await runStep(order, progress, scope)
    const isPutOff = ended.status === 'failed' && order.waitsOut.has(ended.code ?? '')
    // As if the step had never been begun.
    if (isPutOff) await keepProgress(deps, runId, { ...progress, state: { ...progress.state, open: null } })
    const said = maskStep(ended, secrets)
    const result = { step: index, kind: step.kind, title: titleOf(ctx, runnable, step), ...said }
    progress.steps = [...progress.steps.filter((each) => each.step !== index), result]
    progress.status = statusAfter(result, index === runnable.steps.length - 1)
    if (isPutOff) return progress
    if (progress.status === 'unknown') break
    const name = step.kind === 'patch' ? undefined : step.as
    const reads =
      name === undefined ? progress.state.reads : { ...progress.state.reads, [name]: kept ?? null }
    progress.state = { reads, next: index + 1, open: null }
  }
  await keepProgress(deps, runId, progress)
  return progress
}
