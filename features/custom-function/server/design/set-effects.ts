import { AppError, NO_WORTH, coreErrors, effectsOf } from '@qd/contract-kit'
import type { Effect, RouteInput, RouteReplyGiven, Words } from '@qd/contract-kit'
import { objectKey } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { customFunctionErrors, manageFunctions } from '../../contract/index.ts'
import type { functionEffects } from '../../contract/index.ts'
import type { UseCaseDeps } from '../function-deps.ts'
import { holdsAt, placeOf, serverOf } from '../place.ts'
import { offeredCommands } from '../server-commands.ts'
import type { CustomFunctionTables } from '../tables.ts'

const words = (effects: readonly Effect[] | null): Words[] => {
  if (effects === null) return [{ key: 'effect.unknown' }]
  if (effects.length === 0) return [{ key: 'effect.none' }]
  return effects.map((each) => ({ key: `effect.${each}` }))
}

/** Says what a function of the game does on a line; policies and approvers go by it from then on. */
export async function handleFunctionEffects(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof functionEffects>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof functionEffects>> {
  const { name, revision } = body
  const server = serverOf(ctx)
  if (!holdsAt(ctx.caller, manageFunctions, placeOf(server, 'line'), server)) {
    throw new AppError(coreErrors.scope_forbidden)
  }
  const { commands } = await offeredCommands(deps, server)
  const offered = commands.find(({ command }) => command.name === name)
  if (offered === undefined) throw new AppError(customFunctionErrors.function_not_found, { field: 'name' })
  const before = offered.setEffects
  if ((before?.revision ?? 0) !== revision) throw new AppError(customFunctionErrors.function_effects_changed)
  const effects = body.effects === null ? null : [...effectsOf(...body.effects).known]
  const { title } = offered.command
  const named: Words = typeof title === 'string' ? title : { texts: title, otherwise: name }
  ctx.changed({ effects: before?.effects ?? null }, { effects })
  const gone = words(before?.effects ?? null).map((each) => ({ what: named, before: each, after: null }))
  const come = words(effects).map((each) => ({ what: named, before: null, after: each }))
  await ctx.approve({
    title: { key: 'function.title.effects', params: { name } },
    risk: 'R3',
    value: { rows: 1, worth: NO_WORTH },
    effects: effectsOf('rights'),
    objects: [objectKey('function-effects', server.lineId, name)],
    bases: [{ key: 'effects', label: { key: 'function.base.effects' }, version: String(revision) }],
    preview: [{ kind: 'changes', rows: [...gone, ...come], more: 0 }],
  })
  await ctx.askStepUp()
  const values = {
    revision: revision + 1,
    effects: effects === null ? null : JSON.stringify(effects),
    actor: ctx.caller.name,
    at: deps.nowMs(),
  }
  await ctx.commit(async (tx: Kysely<CustomFunctionTables>) => {
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('function_effects')
      .values({ line_id: server.lineId, name, ...values })
      .onConflict((conflict) =>
        conflict
          .columns(['line_id', 'name'])
          .doUpdateSet(values)
          .where('function_effects.revision', '=', revision),
      )
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) throw new AppError(customFunctionErrors.function_effects_changed)
  })
  return { revision: revision + 1 }
}
