import { AppError, coreErrors } from '@qd/contract-kit'
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

export const groupsOfRow = ({ share }: Pick<SharedRow, 'share'>): string[] => JSON.parse(share) as string[]

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
