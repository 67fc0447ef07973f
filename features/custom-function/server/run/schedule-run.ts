import { hash } from 'node:crypto'
import { AppError, coreErrors, higherRisk } from '@qd/contract-kit'
import type { Risk, RouteInput, RouteReplyGiven, ScheduleParams } from '@qd/contract-kit'
import { callerHolds } from '@qd/server-kit'
import type {
  ApprovalFacts,
  ApprovalWeight,
  CallContext,
  JobFact,
  JobRun,
  ScheduleWeighing,
  ScheduledOutcome,
  ScheduledRun,
} from '@qd/server-kit'
import {
  customFunctionErrors,
  functionJob,
  functionSchedule,
  functionScheduleApproval,
  runFunction,
} from '../../contract/index.ts'
import type { scheduleFunction } from '../../contract/index.ts'
import type { RunContext, UseCaseDeps } from '../function-deps.ts'
import { serverOf } from '../place.ts'
import { functionFacts } from './approval-facts.ts'
import { contextOf } from './run-context.ts'
import { readPlayers } from './run-list.ts'
import { checkedParams, findRunnable } from './runnable.ts'
import { worthUnplanned } from './worth-of-run.ts'

type Params = ScheduleParams<typeof functionSchedule>

/** On a server it is no run on many: it takes the right to run functions, as a run at once does. */
function refuseOnServer(ctx: Pick<RunContext, 'holds'>): void {
  if (!ctx.holds(runFunction)) throw new AppError(coreErrors.forbidden)
}

/** Whom it runs on: the players the call brings, or the server. */
async function audienceOf(
  deps: UseCaseDeps,
  ctx: CallContext,
  needsPlayer: boolean,
): Promise<string[] | null> {
  if (needsPlayer) return readPlayers(deps, ctx)
  refuseOnServer(ctx)
  for await (const lines of ctx.sent.lines()) {
    if (lines.every((line) => line.trim() === '')) continue
    throw new AppError(customFunctionErrors.function_needs_no_player, { field: 'function' })
  }
  return null
}

function scheduledFacts(...of: Parameters<typeof functionFacts>): ApprovalFacts {
  const facts = functionFacts(...of)
  return { ...facts, risk: higherRisk(facts.risk, functionSchedule.risk) }
}

/** Makes an entry that runs the function at set times; what would refuse a run refuses the entry. */
export async function handleSchedule(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof scheduleFunction>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof scheduleFunction>> {
  const runnable = await findRunnable(deps, ctx, body.function)
  const players = await audienceOf(deps, ctx, runnable.needsPlayer)
  const place = players === null ? ctx.place : { ...ctx.place, uId: players[0]! }
  checkedParams({ ...contextOf(ctx), place }, runnable, body.params)
  ctx.note({ players: players?.length ?? 0 })
  const more = [{ label: { key: 'function.schedule.timing' }, value: JSON.stringify(body.timing) }]
  await ctx.approve(
    scheduledFacts(runnable, {
      at: serverOf(ctx),
      params: body.params,
      players,
      worth: worthUnplanned(runnable),
      more,
    }),
  )
  const isProven = runnable.risk === 'R4'
  // Function, values and timing stand in the input, which a proof covers anyway.
  if (isProven) deps.schedules.checkTiming(functionSchedule, body.timing)
  if (isProven) await ctx.askStepUp(hash('sha256', (players ?? []).join('\n')))
  const made = await deps.schedules.create(ctx, {
    schedule: functionSchedule,
    params: { function: body.function, params: body.params, players },
    timing: body.timing,
    title: runnable.name,
    reason: body.reason,
    isProven,
    idempotencyKey: body.idempotencyKey,
  })
  return { ...made, players: players?.length ?? 0 }
}

/** What the page of an entry says of it; values of parameters may be secret. */
export function scheduleFacts({ function: ref, players }: Params, text: JobRun['text']): JobFact[] {
  const audience =
    players === null
      ? text('function.schedule.onServer')
      : text('function.schedule.onPlayers', { players: players.length })
  return [
    { label: text('function.schedule.audience'), value: audience },
    { label: text('function.schedule.version'), value: ref.version },
  ]
}

/** Where a run works, for one who sets it off or in whose name it is due. */
function contextFor({ players }: Params, ctx: ScheduleWeighing): RunContext {
  const { caller, lang, requestId, signal } = ctx
  const place = players === null ? ctx.place : { ...ctx.place, uId: players[0]! }
  return {
    caller,
    lang,
    place,
    signal,
    requestId,
    text: ctx.text,
    holds: (permission) => callerHolds(caller, permission, place),
  }
}

/** What the function weighs now: the game may have declared it heavier, or the console its steps. */
export async function weighScheduled(
  deps: UseCaseDeps,
  params: Params,
  ctx: ScheduleWeighing,
): Promise<Risk> {
  const at = contextFor(params, ctx)
  if (params.players === null) refuseOnServer(at)
  return (await findRunnable(deps, at, params.function)).risk
}

/** What an entry like this one would be approved for if it were made now. */
export async function approvalOfScheduled(
  deps: UseCaseDeps,
  { function: ref, params, players }: Params,
  ctx: ScheduleWeighing,
): Promise<Pick<ApprovalWeight, 'type' | 'facts'>> {
  const at = contextFor({ function: ref, params, players }, ctx)
  const runnable = await findRunnable(deps, at, ref)
  return {
    type: functionScheduleApproval,
    facts: scheduledFacts(runnable, { at: serverOf(at), params, players, worth: worthUnplanned(runnable) }),
  }
}

/** A due time: the function is looked at again with the owner's rights as of now, and starts as a job. */
export async function startScheduled(
  deps: UseCaseDeps,
  run: ScheduledRun<Params>,
): Promise<ScheduledOutcome> {
  const { function: ref, params, players } = run.params
  const ctx = contextFor(run.params, { ...run.ctx, signal: run.signal })
  if (players === null) refuseOnServer(ctx)
  const runnable = await findRunnable(deps, ctx, ref)
  checkedParams(ctx, runnable, params)
  const rows =
    players === null
      ? [{ key: serverOf(ctx).key, input: { onServer: true } }]
      : players.map((key) => ({ key, input: {} }))
  const { jobId } = await deps.jobs.start(run.ctx, {
    job: functionJob,
    params: { function: ref, params },
    rows,
    title: runnable.name,
    reason: run.reason,
    idempotencyKey: run.key,
    needsProof: runnable.risk === 'R4',
  })
  return { jobId }
}
