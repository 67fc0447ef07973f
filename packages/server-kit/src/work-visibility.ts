import type { PermissionTriple } from '@qd/contract-kit'
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { Caller } from './ports/index.ts'
import { grantsFor, tokenOf } from './work-standing.ts'

/*
 * Who sees work that goes on without its caller. Its rows have the columns owner_id, owner_token, scope and environment.
 */

/** Whether work is the caller's own; of an API token only what was ordered or resumed with it. */
export function isOwnWork(
  caller: Caller,
  work: { owner_id: string | null; owner_token: string | null },
): boolean {
  const token = tokenOf(caller)
  return work.owner_id === caller.userId && (token === null || work.owner_token === token)
}

/** The rows at a place and below it. */
export function isWithinPath(scope: string): RawBuilder<SqlBool> {
  const below = `${scope}/`
  // By whole characters: LIKE ignores case on one database only.
  return sql<SqlBool>`(scope = ${scope} or substr(scope, 1, ${sql.lit([...below].length)}) = ${below})`
}

/** Own rows, and those at places where the caller holds one of the permissions: the same rule as SQL. */
export function isVisibleWork(caller: Caller, permissions: readonly PermissionTriple[]): RawBuilder<SqlBool> {
  const token = tokenOf(caller)
  const own = sql<SqlBool>`(owner_id = ${caller.userId}${token === null ? sql`` : sql` and owner_token = ${token}`})`
  const within = permissions
    .flatMap((permission) => grantsFor(caller, permission))
    .map(({ scope, environment }) => {
      const parts = [
        ...(scope === '*' ? [] : [isWithinPath(scope)]),
        ...(environment === '*' ? [] : [sql<SqlBool>`environment = ${environment}`]),
      ]
      return parts.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${sql.join(parts, sql` and `)})`
    })
  return sql<SqlBool>`(${sql.join([own, ...within], sql` or `)})`
}
