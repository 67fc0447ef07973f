import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { Step } from '@qd/function-steps'
import { uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { customFunctionErrors, manageFunctions } from '../../contract/index.ts'
import type {
  checkFunction,
  exportFunction,
  FunctionDefinition,
  importFunction,
  restoreFunction,
  saveFunction,
} from '../../contract/index.ts'
import { needsDryRun } from '../entries.ts'
import { refuseFaults, told } from '../faults.ts'
import { findComposed, findManaged } from '../find-composed.ts'
import type { UseCaseDeps } from '../function-deps.ts'
import type { StoredFunction } from '../function-store.ts'
import { holdsAt, placeOf, serverOf } from '../place.ts'
import type { CustomFunctionRow, CustomFunctionTables } from '../tables.ts'
import { designWorld, faultsOf, refuseBeyondRights, weighDefinition } from './check-definition.ts'
import { refuseUnknownGroups } from './share-function.ts'

type Saved = RouteReplyGiven<typeof saveFunction>

export async function handleCheckFunction(
  deps: UseCaseDeps,
  { body: { definition } }: RouteInput<typeof checkFunction>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof checkFunction>> {
  const world = await designWorld(deps, ctx, definition.steps)
  const faults = faultsOf(world, definition)
  const risk = faults.length === 0 ? weighDefinition(deps, world, definition) : (definition.risk ?? 'R1')
  return {
    faults: faults.map((fault) => told(ctx, fault, definition)),
    risk,
    needsDryRun: needsDryRun(true, risk),
  }
}

/** Everything that must hold before a definition may stand at a place; returns what it weighs. */
async function weighed(
  deps: UseCaseDeps,
  ctx: CallContext,
  definition: FunctionDefinition,
  place: Pick<CustomFunctionRow, 'game' | 'operator' | 'line_id'>,
): Promise<string> {
  const server = serverOf(ctx)
  const world = await designWorld(deps, ctx, definition.steps)
  refuseFaults(ctx, faultsOf(world, definition), definition)
  refuseBeyondRights(deps, world, definition.steps as unknown as Step[], (permission) =>
    holdsAt(ctx.caller, permission, place, server),
  )
  return weighDefinition(deps, world, definition)
}

interface Version {
  definition: FunctionDefinition
  risk: string
  note: string
}

function versionRow(deps: UseCaseDeps, ctx: CallContext, { definition, risk, note }: Version) {
  const { userId, name } = ctx.caller
  return {
    definition: JSON.stringify(definition),
    risk,
    at: deps.nowMs(),
    actor_id: userId,
    actor: name,
    note,
  }
}

/** A new version on top of the one the editor started from; throws `function_changed` when that is no longer the newest. */
async function addVersion(
  deps: UseCaseDeps,
  ctx: CallContext,
  { row }: StoredFunction,
  { base, ...version }: Version & { base: string },
): Promise<Saved> {
  const next = Number(base) + 1
  ctx.changed({ version: row.version }, { version: next, definition: version.definition })
  await ctx.commit(async (tx: Kysely<CustomFunctionTables>) => {
    const moved = await tx
      .updateTable('custom_function')
      .set({ version: next })
      .where('id', '=', row.id)
      .where('version', '=', Number(base))
      .returning('id')
      .executeTakeFirst()
    if (moved === undefined) {
      throw new AppError(customFunctionErrors.function_changed, {
        field: 'base',
        details: { version: String(row.version) },
      })
    }
    await tx
      .insertInto('custom_function_version')
      .values({ function_id: row.id, version: next, ...versionRow(deps, ctx, version) })
      .execute()
  })
  return { id: row.id, version: String(next) }
}

interface NewFunction extends Version {
  reach: 'game' | 'operator' | 'line'
  groups: readonly string[]
}

async function createFunction(
  deps: UseCaseDeps,
  ctx: CallContext,
  { reach, groups, ...version }: NewFunction,
): Promise<Saved> {
  const id = uuidv7(deps.nowMs())
  const { userId, name } = ctx.caller
  const row = {
    id,
    ...placeOf(serverOf(ctx), reach),
    owner_id: userId,
    owner: name,
    groups: JSON.stringify(groups),
    version: 1,
    is_archived: 0,
    created_at: deps.nowMs(),
  }
  ctx.changed(null, { id, reach, groups, definition: version.definition })
  await ctx.commit(async (tx: Kysely<CustomFunctionTables>) => {
    await tx.insertInto('custom_function').values(row).execute()
    await tx
      .insertInto('custom_function_version')
      .values({ function_id: id, version: 1, ...versionRow(deps, ctx, version) })
      .execute()
  })
  return { id, version: '1' }
}

async function saveNew(
  deps: UseCaseDeps,
  ctx: CallContext,
  fresh: Omit<NewFunction, 'risk'>,
): Promise<Saved> {
  const place = placeOf(serverOf(ctx), fresh.reach)
  if (!holdsAt(ctx.caller, manageFunctions, place, serverOf(ctx))) {
    throw new AppError(coreErrors.scope_forbidden, { field: 'reach' })
  }
  await refuseUnknownGroups(deps, ctx, fresh.groups, [])
  return createFunction(deps, ctx, { ...fresh, risk: await weighed(deps, ctx, fresh.definition, place) })
}

export async function handleSaveFunction(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof saveFunction>,
  ctx: CallContext,
): Promise<Saved> {
  const { id, base, definition, note } = body
  if (id === undefined) {
    return saveNew(deps, ctx, { reach: body.reach ?? 'line', groups: body.groups ?? [], definition, note })
  }
  const stored = await findManaged(deps, ctx, id)
  if (base === undefined) throw new AppError(coreErrors.invalid_request, { field: 'base' })
  const risk = await weighed(deps, ctx, definition, stored.row)
  return addVersion(deps, ctx, stored, { base, definition, risk, note })
}

/** The old definition is checked anew: the game has moved on since. */
export async function handleRestoreFunction(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof restoreFunction>,
  ctx: CallContext,
): Promise<Saved> {
  const stored = await findManaged(deps, ctx, body.id, body.version)
  const { definition } = stored
  const risk = await weighed(deps, ctx, definition, stored.row)
  return addVersion(deps, ctx, stored, { base: body.base, definition, risk, note: body.note })
}

export async function handleExportFunction(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof exportFunction>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof exportFunction>> {
  const { definition } = await findComposed(deps, ctx, body.id, body.version)
  return { format: 'quarterdeck.function/1', definition }
}

export async function handleImportFunction(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof importFunction>,
  ctx: CallContext,
): Promise<Saved> {
  const { file, reach, note = '' } = body
  return saveNew(deps, ctx, { reach, groups: [], definition: file.definition, note })
}
