import { AppError, coreErrors, riskAtLeast } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { customFunctionErrors, manageFunctions } from '../../contract/index.ts'
import type { archiveFunction, overrideFunction, shareFunction } from '../../contract/index.ts'
import { findManaged } from '../find-composed.ts'
import type { UseCaseDeps } from '../function-deps.ts'
import { holdsAt, placeOf, serverOf } from '../place.ts'
import { offeredCommands } from '../server-commands.ts'
import type { CustomFunctionTables } from '../tables.ts'

/** Groups they do not know may stay where they are, but they add none. */
export async function refuseUnknownGroups(
  deps: UseCaseDeps,
  ctx: CallContext,
  groups: readonly string[],
  before: readonly string[],
): Promise<void> {
  const known = new Set((await deps.groups.knownTo(ctx.caller)).map(({ id }) => id))
  const strange = groups.findIndex((id) => !known.has(id) && !before.includes(id))
  if (strange === -1) return
  throw new AppError(customFunctionErrors.function_group_unknown, { field: `groups.${strange}` })
}

export async function handleShareFunction(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof shareFunction>,
  ctx: CallContext,
): Promise<null> {
  const stored = await findManaged(deps, ctx, body.id)
  const groups = [...new Set(body.groups)]
  await refuseUnknownGroups(deps, ctx, groups, stored.groups)
  ctx.changed({ groups: stored.groups }, { groups })
  await ctx.commit((tx: Kysely<CustomFunctionTables>) =>
    tx
      .updateTable('custom_function')
      .set({ groups: JSON.stringify(groups) })
      .where('id', '=', body.id)
      .execute(),
  )
  return null
}

export async function handleArchiveFunction(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof archiveFunction>,
  ctx: CallContext,
): Promise<null> {
  const { row } = await findManaged(deps, ctx, body.id)
  ctx.changed({ isArchived: row.is_archived === 1 }, { isArchived: body.isArchived })
  await ctx.commit((tx: Kysely<CustomFunctionTables>) =>
    tx
      .updateTable('custom_function')
      .set({ is_archived: body.isArchived ? 1 : 0 })
      .where('id', '=', body.id)
      .execute(),
  )
  return null
}

export async function handleOverrideFunction(
  deps: UseCaseDeps,
  { body: { name, override } }: RouteInput<typeof overrideFunction>,
  ctx: CallContext,
): Promise<null> {
  const server = serverOf(ctx)
  if (!holdsAt(ctx.caller, manageFunctions, placeOf(server, 'line'), server)) {
    throw new AppError(coreErrors.scope_forbidden)
  }
  const { commands } = await offeredCommands(deps, server)
  const offered = commands.find(({ command }) => command.name === name)
  if (offered === undefined) throw new AppError(customFunctionErrors.function_not_found, { field: 'name' })
  const { risk } = offered.command
  if (override?.risk && !riskAtLeast(override.risk, risk)) {
    throw new AppError(customFunctionErrors.function_risk_lowered, {
      field: 'override.risk',
      params: { risk },
    })
  }
  await refuseUnknownGroups(deps, ctx, override?.groups ?? [], offered.override?.groups ?? [])
  ctx.changed(offered.override, override)
  await ctx.commit(async (tx: Kysely<CustomFunctionTables>) => {
    const place = { line_id: server.lineId, name }
    await tx
      .deleteFrom('function_override')
      .where('line_id', '=', place.line_id)
      .where('name', '=', name)
      .execute()
    if (override === null) return
    await tx
      .insertInto('function_override')
      .values({
        ...place,
        is_hidden: override.isHidden ? 1 : 0,
        risk: override.risk,
        groups: override.groups === null ? null : JSON.stringify(override.groups),
        actor: ctx.caller.name,
        at: deps.nowMs(),
      })
      .execute()
  })
  return null
}
