import { AppError, scopeCovers } from '@qd/contract-kit'
import { grantsFor, holdsAtPath } from '@qd/server-kit'
import type { Caller } from '@qd/server-kit'
import { accessErrors, reviewAccess } from '../../contract/index.ts'
import type { AccessTables } from '../access-tables.ts'
import type { UseCaseDeps } from '../access-deps.ts'

export type ReviewRow = AccessTables['access_review']
export type ItemRow = AccessTables['access_review_item']

/** Somebody answers for a place with all its environments: what is held there may be held in any of them. */
export function answersFor(caller: Pick<Caller, 'grants'>, scope: string): boolean {
  return holdsAtPath(caller, reviewAccess, { scope, environment: null })
}

/** Places the caller answers for, those within others left out. */
export function ownPlaces(caller: Caller): string[] {
  const scopes = grantsFor(caller, reviewAccess)
    .filter(({ environment }) => environment === '*')
    .map(({ scope }) => scope)
  const widest = scopes.filter(
    (scope) => !scopes.some((other) => other !== scope && scopeCovers(other, scope)),
  )
  return [...new Set(widest)].toSorted()
}

/** The review; one of a place the caller does not answer for is as missing as one that is not there. */
export async function findReview(
  { store }: Pick<UseCaseDeps, 'store'>,
  caller: Caller,
  reviewId: string,
): Promise<ReviewRow> {
  const row = await store.read
    .selectFrom('access_review')
    .selectAll()
    .where('id', '=', reviewId)
    .executeTakeFirst()
  if (row === undefined || !answersFor(caller, row.scope)) {
    throw new AppError(accessErrors.review_not_found, { field: 'reviewId' })
  }
  return row
}

/** The quarter of a moment by UTC: `2026-Q4`. */
export function quarterOf(ms: number): string {
  const day = new Date(ms)
  return `${day.getUTCFullYear()}-Q${Math.floor(day.getUTCMonth() / 3) + 1}`
}

/** Ids of all accounts of the caller's person. */
export async function ownIds(
  { accounts }: Pick<UseCaseDeps, 'accounts'>,
  { userId }: Caller,
): Promise<ReadonlySet<string>> {
  const others = await accounts().othersOf(userId)
  return new Set([userId, ...others.map(({ id }) => id)])
}
