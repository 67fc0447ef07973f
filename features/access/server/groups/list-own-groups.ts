import type { Caller } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { AccessTables } from '../access-tables.ts'

interface OwnGroup {
  id: string
  name: string
  parentId: string | null
}

/** Groups below those of the caller, with `hasSelf` their own as well; ROLE_ADMIN sees all. */
export async function listOwnGroups(
  { store, nowMs }: { store: Store<AccessTables>; nowMs: () => number },
  caller: Pick<Caller, 'userId' | 'roles'>,
  hasSelf: boolean,
): Promise<OwnGroup[]> {
  const rows = await store.read
    .selectFrom('user_group')
    .select(['id', 'name', 'parent_id as parentId'])
    .execute()
  // Not by the database: its order of text differs between SQLite and PostgreSQL.
  const groups = rows.sort((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0))
  if (caller.roles.includes('ROLE_ADMIN')) return groups
  const own = await store.read
    .selectFrom('user_group_member')
    .select('group_id')
    .where('user_id', '=', caller.userId)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', nowMs())]))
    .execute()
  const below = descendantsOf(
    groups,
    own.map(({ group_id: id }) => id),
  )
  const ownIds = new Set(own.map(({ group_id: id }) => id))
  const shown = groups.filter(({ id }) => below.has(id) || (hasSelf && ownIds.has(id)))
  const shownIds = new Set(shown.map(({ id }) => id))
  // A parent outside the answer stays unnamed: its id would tell of a group that is not the caller's.
  return shown.map((group) => ({
    ...group,
    parentId: group.parentId !== null && shownIds.has(group.parentId) ? group.parentId : null,
  }))
}

/** Everything strictly below the roots; a cycle ends where it began. */
function descendantsOf(groups: readonly OwnGroup[], roots: readonly string[]): Set<string> {
  const children = Map.groupBy(groups, ({ parentId }) => parentId)
  const found = new Set<string>()
  const open = [...roots]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const child of children.get(id) ?? []) {
      if (found.has(child.id)) continue
      found.add(child.id)
      open.push(child.id)
    }
  }
  return found
}
