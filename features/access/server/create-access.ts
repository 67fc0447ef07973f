import { parseJsonText } from '@qd/canonical-json'
import type { DeclaredPermission, Environment, PermissionTriple } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import type { Caller, GivenRole } from '@qd/server-kit'
import { publishWith } from '@qd/store'
import type { AnyTx, Store } from '@qd/store'
import type { Kysely } from 'kysely'
import type { RoleGrant } from '../contract/index.ts'
import type { AccessTables } from './access-tables.ts'
import { moveStamp } from './administer.ts'
import { assignRoles } from './assign-roles.ts'
import { ensureBuiltInRoles, ensureRoles } from './built-in-roles.ts'
import type { Role } from './built-in-roles.ts'
import { listOwnGroups } from './groups/list-own-groups.ts'
import { syncExternalGroups } from './groups/sync-external-groups.ts'
import { holdersAnywhere, holdersOf } from './model/holders-of.ts'
import { loadModel } from './model/load-model.ts'
import { NO_NARROWING } from './narrowing.ts'
import type { Narrowing } from './narrowing.ts'
import { actorOf, lastingUntil } from './rules/actor.ts'
import { mayGive } from './rules/user-rules.ts'
import { groupIdsOf, rightsOf } from './rights-of.ts'
import type { Rights } from './rights-of.ts'

const CHANGED_TOPIC = 'access.changed'
/** Ids have 36 characters; a message of the database holds 7,800 bytes. */
const USERS_PER_MESSAGE = 150
const HOUR_MS = 3_600_000

/** Roles, grants and groups for other server deps. */
export interface Access {
  rightsOf(userId: string): Promise<Rights>
  /** Ids of all users who hold a permission at the whole place; above the lines that takes all environments. */
  holdersOf(
    permission: PermissionTriple,
    place: { scope: string; environment: Environment | null },
  ): Promise<string[]>
  /** Ids of all users who hold a permission for the whole of some place. */
  holdersAnywhere(permission: PermissionTriple): Promise<string[]>
  /** Whether somebody could give this role there for so long from now on. */
  mayGive(caller: Pick<Caller, 'userId' | 'personId' | 'grants'>, given: GivenRole): Promise<boolean>
  /** Who invited them; null: nobody, or nobody knows. */
  inviterOf(tx: AnyTx, userId: string): Promise<string | null>
  /** Ids of the groups they are in or below. */
  groupIdsOf(userId: string): Promise<string[]>
  /** Groups a caller knows of: their own and those below; ROLE_ADMIN all. */
  groupsKnownTo(caller: Pick<Caller, 'userId' | 'roles'>): Promise<{ id: string; name: string }[]>
  /** Within a write of the caller, who calls `announceChange` in it. */
  assignRoles(tx: AnyTx, userId: string, grants: readonly RoleGrant[]): Promise<void>
  /** As part of the write that changes rights: by its commit every node reads them anew, this one before it resolves. */
  announceChange(tx: AnyTx, userId: string): void
  announceChanges(tx: AnyTx, userIds: Iterable<string>): void
  onChange(listener: (userId: string) => void): () => void
  ensureBuiltInRoles(catalogue: readonly DeclaredPermission[]): Promise<void>
  /** A further role of the program, with the keys of its permissions. */
  ensureRole(role: Role): Promise<void>
  /** Names of the groups among these ids. */
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The group of this name below the parent, made when missing. */
  ensureGroup(tx: AnyTx, name: string, parentId: string | null): Promise<string>
  joinGroup(tx: AnyTx, groupId: string, userId: string): Promise<void>
  /** Within a write of the caller, who calls `announceChange` in it. */
  syncExternalGroups(tx: AnyTx, userId: string, names: readonly string[]): Promise<void>
}

const own = (tx: AnyTx): Kysely<AccessTables> => tx

async function ensureGroup(tx: Kysely<AccessTables>, name: string, parentId: string | null): Promise<string> {
  const find = () =>
    tx
      .selectFrom('user_group')
      .select('id')
      .where('name', '=', name)
      .where('parent_id', parentId === null ? 'is' : '=', parentId)
  const found = await find().executeTakeFirst()
  if (found !== undefined) return found.id
  await moveStamp(tx)
  const row = { id: uuidv7(), name, parent_id: parentId }
  await tx
    .insertInto('user_group')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Another node may have been first.
  return (await find().executeTakeFirstOrThrow()).id
}

export function createAccess(
  store: Store<AccessTables>,
  { nowMs = Date.now, narrowing = NO_NARROWING }: { nowMs?: () => number; narrowing?: Narrowing } = {},
): Access {
  function announceChanges(tx: AnyTx, userIds: Iterable<string>): void {
    const ids = [...new Set(userIds)]
    for (let at = 0; at < ids.length; at += USERS_PER_MESSAGE) {
      publishWith(tx, CHANGED_TOPIC, JSON.stringify(ids.slice(at, at + USERS_PER_MESSAGE)))
    }
  }
  return {
    rightsOf: (userId) => rightsOf({ store, narrowing }, userId, nowMs()),
    holdersOf: async (permission, place) =>
      holdersOf(await loadModel({ store, narrowing, nowMs }), permission, place),
    holdersAnywhere: async (permission) =>
      holdersAnywhere(await loadModel({ store, narrowing, nowMs }), permission),
    async mayGive(caller, { hours, ...grant }) {
      const model = await loadModel({ store, narrowing, nowMs })
      const lasting = lastingUntil(actorOf(model, caller), nowMs() + hours * HOUR_MS)
      return model.roles.has(grant.role) && mayGive(model, lasting, grant)
    },
    async inviterOf(tx, userId) {
      const row = await own(tx)
        .selectFrom('user_inviter')
        .select('invited_by')
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row?.invited_by ?? null
    },
    groupIdsOf: (userId) => groupIdsOf(store, userId, nowMs()),
    groupsKnownTo: (caller) => listOwnGroups({ store, nowMs }, caller, true),
    assignRoles: (tx, userId, grants) => assignRoles(own(tx), narrowing, { userId, grants, atMs: nowMs() }),
    announceChange: (tx, userId) => announceChanges(tx, [userId]),
    announceChanges,
    onChange: (listener) =>
      store.broadcast.subscribe(CHANGED_TOPIC, (payload) => {
        for (const userId of parseJsonText(payload) as string[]) listener(userId)
      }),
    ensureBuiltInRoles: (catalogue) => ensureBuiltInRoles(store, catalogue),
    ensureRole: (role) => ensureRoles(store, [role]),
    async namesOf(ids) {
      const groups = store.read.selectFrom('user_group').select(['id', 'name'])
      const rows = await groups.where('id', 'in', ids).execute()
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
    ensureGroup: (tx, name, parentId) => ensureGroup(own(tx), name, parentId),
    async joinGroup(tx, groupId, userId) {
      await moveStamp(own(tx))
      await own(tx)
        .insertInto('user_group_member')
        .values({ group_id: groupId, user_id: userId, given_at: nowMs() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    syncExternalGroups: (tx, userId, names) => syncExternalGroups(own(tx), { userId, names, atMs: nowMs() }),
  }
}
