import { AppError } from '@qd/contract-kit'
import { GameError } from '@qd/game-contract/adapter'
import type { StepResult } from '../../contract/index.ts'
import { changedNothing, neverHappened, toAppError } from '@qd/server-kit'
import { told } from '../faults.ts'
import type { UseCaseDeps, RunContext } from '../function-deps.ts'
import { serverOf } from '../place.ts'
import { inNameOf } from './run-context.ts'
import type { OpenEffect } from './run-store.ts'
import type { Runnable } from './runnable.ts'
import { commandUnknown, openCommand, playerIn } from './runnable.ts'
import { sendMessage } from './send-message.ts'

/** How a step ended, and what it keeps for later ones. */
export type Ended = Omit<StepResult, 'step' | 'kind' | 'title'> & { kept?: unknown }

export interface EffectCall {
  deps: UseCaseDeps
  ctx: RunContext
  runnable: Runnable
  runId: string
  /** What limits per request count together: the job, or the run. */
  request: string
  reason: string
  /** The same for the same step of the same run. */
  key: string
  /** True: it was sent before, and nobody knows what came of it. */
  isAskedAgain: boolean
}

interface Told {
  conflicts?: { index: number; loaded: unknown; current: unknown; mine: unknown }[]
  outcome?: string
  editId?: string
}

function failureOf({ deps, ctx, isAskedAgain }: EffectCall, error: unknown): Ended {
  if (error instanceof GameError) {
    const app = toAppError(error)
    const said = { code: app.def.code, msg: error.msg === '' ? deps.say(app, ctx.lang) : error.msg }
    const isCertain = isAskedAgain ? neverHappened(error) : changedNothing(error)
    return { status: isCertain ? 'failed' : 'unknown', ...said }
  }
  if (!(error instanceof AppError)) throw error
  const { conflicts, outcome, editId } = (error.details ?? {}) as Told
  return {
    // A console that cannot ask now knows no more than before.
    status: outcome === 'unknown' || (isAskedAgain && error.def.status >= 500) ? 'unknown' : 'failed',
    code: error.def.code,
    msg: deps.say(error, ctx.lang),
    ...(conflicts === undefined ? {} : { conflicts }),
    ...(editId === undefined ? {} : { editId }),
  }
}

async function patch(call: EffectCall, effect: Extract<OpenEffect, { kind: 'patch' }>): Promise<Ended> {
  const { deps, ctx, runId, request, reason, key } = call
  const { version, changes } = effect
  const answer = await deps.edits.commit(ctx, { version, changes, reason, key, runId, request })
  const { editId } = answer
  const refused = answer.results.find(({ status }) => status !== 0)
  if (refused !== undefined) return { status: 'failed', code: refused.code, msg: refused.msg, editId }
  return { status: 'done', editId }
}

async function command(call: EffectCall, effect: Extract<OpenEffect, { kind: 'command' }>): Promise<Ended> {
  const { deps, ctx, runnable, reason, key } = call
  const offered = openCommand(runnable, effect.name)
  if (offered === undefined) {
    const { code, msg } = told(ctx, commandUnknown(effect.name))
    return { status: 'failed', code, msg }
  }
  const { commands, target } = await deps.reach.reach(serverOf(ctx))
  const { caller } = ctx
  const answer = await commands.run(target, {
    name: effect.name,
    params: effect.params,
    dryRun: false,
    ...(offered.command.target === 'player' ? { uId: playerIn(ctx) } : {}),
    // Asked again it must be the same word by word, so the key stands for the request.
    operator: { opId: caller.userId, user: caller.username, reason, requestId: key },
    idempotencyKey: key,
  })
  const said = answer.text ?? answer.actions.map(({ text }) => text).join('\n')
  return {
    status: 'done',
    ...(said === '' ? {} : { text: said }),
    ...(answer.table === undefined ? {} : { table: answer.table }),
    ...(answer.json === undefined ? {} : { json: answer.json }),
    kept: answer.json ?? answer.table ?? answer.text ?? null,
  }
}

async function message(call: EffectCall, effect: Extract<OpenEffect, { kind: 'message' }>): Promise<Ended> {
  const { deps, ctx } = call
  // Messages carry no key: asking again would send it twice.
  if (call.isAskedAgain)
    return { status: 'unknown', code: 'message_unanswered', msg: ctx.text('function.run.messageLost') }
  const outcome = await sendMessage(await deps.reach.reach(serverOf(ctx)), ctx, effect)
  if (outcome.status === 'done') return { status: 'done', json: outcome.body, kept: outcome.body }
  if (outcome.status === 'failed') return outcome
  return { status: 'unknown', code: 'message_unanswered', msg: ctx.text('function.run.messageLost') }
}

/** Does what changes something, once per key; never throws for what the game says. */
export async function doEffect(asked: EffectCall, effect: OpenEffect): Promise<Ended> {
  const call = { ...asked, ctx: inNameOf(asked.ctx, effect.by) }
  try {
    switch (effect.kind) {
      case 'patch':
        return await patch(call, effect)
      case 'command':
        return await command(call, effect)
      case 'message':
        return await message(call, effect)
    }
  } catch (error) {
    return failureOf(call, error)
  }
}
