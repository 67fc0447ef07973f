import { AppError, coreErrors } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { customFunctionErrors, manageFunctions } from '../contract/index.ts'
import type { UseCaseDeps } from './function-deps.ts'
import { loadFunction } from './function-store.ts'
import type { StoredFunction } from './function-store.ts'
import { viewerOf } from './list/list-functions.ts'
import { holdsAt, serverOf } from './place.ts'
import { seesComposed } from './visible.ts'
import type { Viewer } from './visible.ts'

const notFound = () => new AppError(customFunctionErrors.function_not_found, { field: 'id' })

/** A composed function the caller may see; foreign and missing ones answer alike. */
export async function findComposed(
  deps: UseCaseDeps,
  ctx: Viewer['ctx'],
  id: string,
  version?: string,
): Promise<StoredFunction> {
  const newest = await loadFunction(deps, id)
  if (newest === null || newest.stored === null) throw notFound()
  if (!seesComposed(await viewerOf(deps, ctx), newest.stored)) throw notFound()
  if (version === undefined || String(newest.row.version) === version) return newest.stored
  const asked = await loadFunction(deps, id, version)
  if (asked === null || asked.stored === null) {
    throw new AppError(customFunctionErrors.function_version_not_found, { field: 'version' })
  }
  return asked.stored
}

/** A composed function the caller may change: they manage functions wherever it is offered. */
export async function findManaged(
  deps: UseCaseDeps,
  ctx: CallContext,
  id: string,
  version?: string,
): Promise<StoredFunction> {
  const stored = await findComposed(deps, ctx, id, version)
  if (!holdsAt(ctx.caller, manageFunctions, stored.row, serverOf(ctx)))
    throw new AppError(coreErrors.scope_forbidden)
  return stored
}
