import type { RunContext } from '../function-deps.ts'
import type { Sender } from './run-store.ts'

/** Picked by name: a call's context has getters, which a copy by spreading would lose. */
export function contextOf(ctx: RunContext): RunContext {
  const { caller, requestId, lang, place, signal } = ctx
  return { caller, requestId, lang, place, signal, text: ctx.text.bind(ctx), holds: ctx.holds.bind(ctx) }
}

/** In the name of another, with the rights of whoever asks. */
export function inNameOf(ctx: RunContext, by: Sender): RunContext {
  if (by.userId === ctx.caller.userId) return ctx
  return { ...contextOf(ctx), caller: { ...ctx.caller, ...by } }
}
