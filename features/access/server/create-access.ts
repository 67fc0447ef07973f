import type { PermissionTriple } from '@qd/contract-kit'
import { createAnnouncements, uuidv7 } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { Kysely } from 'kysely'
import type { AccessTables } from './access-tables.ts'
import { assignRoles } from './assign-roles.ts'
import type { RoleGrant } from './assign-roles.ts'
import { ensureBuiltInRoles } from './built-in-roles.ts'
import { rightsOf } from './rights-of.ts'
import type { Rights } from './rights-of.ts'

/** Roles, grants and groups for other server rooms. */
export interface Access {
  rightsOf(userId: string): Promise<Rights>
  /** Within a write of the caller, who calls `announceChange` after it. */
  assignRoles(tx: Kysely<never>, userId: string, grants: readonly RoleGrant[]): Promise<void>
  /** Tells every node that these rights are to be read anew. */
  announceChange(userId: string): Promise<void>
  onChange(listener: (userId: string) => void): () => void
  ensureBuiltInRoles(catalogue: readonly PermissionTriple[]): Promise<void>
  /** The group of this name below the parent, made when missing. */
  ensureGroup(tx: Kysely<never>, name: string, parentId: string | null): Promise<string>
  joinGroup(tx: Kysely<never>, groupId: string, userId: string): Promise<void>
}

const own = (tx: Kysely<never>) => tx as unknown as Kysely<AccessTables>

export function createAccess(store: Store<AccessTables>): Access {
  const changes = createAnnouncements(store.broadcast, 'access.changed')
  return {
    rightsOf: (userId) => rightsOf(store, userId),
    assignRoles: (tx, userId, grants) => assignRoles(own(tx), userId, grants),
    announceChange: (userId) => changes.announce(userId),
    onChange: (listener) => changes.onNews(listener),
    ensureBuiltInRoles: (catalogue) => ensureBuiltInRoles(store, catalogue),
    async ensureGroup(tx, name, parentId) {
      const found = await own(tx)
        .selectFrom('user_group')
        .select('id')
        .where('name', '=', name)
        .where('parent_id', parentId === null ? 'is' : '=', parentId)
        .executeTakeFirst()
      if (found !== undefined) return found.id
      const id = uuidv7()
      await own(tx).insertInto('user_group').values({ id, name, parent_id: parentId }).execute()
      return id
    },
    async joinGroup(tx, groupId, userId) {
      await own(tx)
        .insertInto('user_group_member')
        .values({ group_id: groupId, user_id: userId })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}
