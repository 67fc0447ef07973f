import type { PermissionTriple } from '@qd/contract-kit'
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import { callerReaches } from './ports/index.ts'
import type { Caller } from './ports/index.ts'
import { grantsFor, tokenOf } from './work-standing.ts'

/*
 * Who sees work that goes on without its caller. Its rows have the columns owner_id, owner_token, scope and environment.
 */

/** A kind of work, as its rows name it, and what its calls ask for. */
export interface WorkKind {
  readonly name: string
  readonly permission: PermissionTriple
}

/** The kinds of one sort of work, and the column that names the kind of a row. */
export interface WorkKinds {
  readonly column: string
  readonly kinds: readonly WorkKind[]
}

/**
 * Whether work is the caller's own. Of an API token: what was ordered or resumed with it, while it holds the permission of the
 * kind anywhere; of a kind the program no longer knows (`permission` undefined) nothing.
 */
export function isOwnWork(
  caller: Caller,
  work: { owner_id: string | null; owner_token: string | null },
  permission: PermissionTriple | undefined,
): boolean {
  if (work.owner_id !== caller.userId) return false
  const token = tokenOf(caller)
  if (token === null) return true
  return work.owner_token === token && permission !== undefined && callerReaches(caller, {}, permission)
}

/** The own rows of a caller: the same rule as SQL. */
export function isOwnRow(caller: Caller, { column, kinds }: WorkKinds): RawBuilder<SqlBool> {
  const token = tokenOf(caller)
  if (token === null) return sql<SqlBool>`owner_id = ${caller.userId}`
  const names = kinds
    .filter(({ permission }) => callerReaches(caller, {}, permission))
    .map(({ name }) => name)
  if (names.length === 0) return sql<SqlBool>`1 = 0`
  const isOfKind = sql<SqlBool>`${sql.ref(column)} in (${sql.join(names)})`
  return sql<SqlBool>`(owner_id = ${caller.userId} and owner_token = ${token} and ${isOfKind})`
}

/** The rows at a place and below it. */
export function isWithinPath(scope: string): RawBuilder<SqlBool> {
  const below = `${scope}/`
  // By whole characters: LIKE ignores case on one database only.
  return sql<SqlBool>`(scope = ${scope} or substr(scope, 1, ${sql.lit([...below].length)}) = ${below})`
}

/** Own rows, and those at places where the caller holds one of the permissions. */
export function isVisibleWork(
  caller: Caller,
  permissions: readonly PermissionTriple[],
  kinds: WorkKinds,
): RawBuilder<SqlBool> {
  const within = permissions
    .flatMap((permission) => grantsFor(caller, permission))
    .map(({ scope, environment }) => {
      const parts = [
        ...(scope === '*' ? [] : [isWithinPath(scope)]),
        ...(environment === '*' ? [] : [sql<SqlBool>`environment = ${environment}`]),
      ]
      return parts.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${sql.join(parts, sql` and `)})`
    })
  return sql<SqlBool>`(${sql.join([isOwnRow(caller, kinds), ...within], sql` or `)})`
}
