import { parseJsonText } from '@qd/canonical-json'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { ErrorDef } from '@qd/contract-kit'
import type { Caller } from './caller.ts'

/** User groups as far as sharing needs them. */
export interface GroupsPort {
  /** Ids of the groups a user is in or below: what is shared with a group is shared with those below it. */
  idsOf(userId: string): Promise<readonly string[]>
  /** Those the caller may share with. */
  knownTo(caller: Caller): Promise<readonly { id: string; name: string }[]>
}

/** Something of one user that members of groups see, too. */
export interface SharedRow {
  owner_id: string
  /** JSON of the ids of those groups. */
  share: string
}

export const groupsOfRow = ({ share }: Pick<SharedRow, 'share'>): string[] => parseJsonText(share) as string[]

/** Of these rows the caller's own, then those shared with a group of theirs; each in the order given. */
export async function rowsSeenBy<Row extends SharedRow>(
  groups: Pick<GroupsPort, 'idsOf'>,
  { userId }: Pick<Caller, 'userId'>,
  rows: readonly Row[],
): Promise<Row[]> {
  const mine = new Set(await groups.idsOf(userId))
  const own = rows.filter(({ owner_id }) => owner_id === userId)
  const shared = rows.filter((row) => row.owner_id !== userId && groupsOfRow(row).some((id) => mine.has(id)))
  return [...own, ...shared]
}

/** Groups the caller does not know may stay where they are, but none is added: `forbidden` at `groups`. */
export async function refuseForeignGroups(
  groups: Pick<GroupsPort, 'knownTo'>,
  caller: Caller,
  given: readonly string[],
  before: readonly string[] = [],
): Promise<void> {
  const known = new Set([...before, ...(await groups.knownTo(caller)).map(({ id }) => id)])
  if (!given.every((id) => known.has(id))) throw new AppError(coreErrors.forbidden, { field: 'groups' })
}

/** What a user keeps, raised by one with each save. */
interface OwnRow extends SharedRow {
  name: string
  owner: string
  revision: number
  updated_at: number
}

export const shareOf = (groups: readonly string[]): string => JSON.stringify([...new Set(groups)])

/** What everybody who sees such a row is told of it. */
export const ownRowView = (row: OwnRow, { userId }: Pick<Caller, 'userId'>) => ({
  name: row.name,
  groups: groupsOfRow(row),
  owner: row.owner,
  isMine: row.owner_id === userId,
  revision: row.revision,
  updatedAt: row.updated_at,
})

/** Lets only the owner change it, and only as they saw it: `forbidden` at the field, or `changed`. */
export function assertOwnAsSeen(
  row: OwnRow,
  { userId }: Pick<Caller, 'userId'>,
  seen: { field: string; revision: number | undefined; changed: ErrorDef },
): void {
  if (row.owner_id !== userId) throw new AppError(coreErrors.forbidden, { field: seen.field })
  if (row.revision !== seen.revision) throw new AppError(seen.changed)
}
