import { BUILT_IN_ROLES, permissionKey } from '@qd/contract-kit'
import type { BuiltInRole, DeclaredPermission } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { Kysely } from 'kysely'
import type { AccessTables } from './access-tables.ts'
import { moveStamp } from './administer.ts'

export const SUPER_ROLE = 'ROLE_ADMIN'

/** In the language of the console's first users; pages show names of their own for these codes. */
const NAMES: Readonly<Record<BuiltInRole, string>> = {
  operator: '运营',
  developer: '研发',
  reviewer: '审核',
  reader: '只读',
}

/** A role the program makes and keeps as it is; nobody edits it. */
export interface Role {
  code: string
  name: string
  keys: readonly string[]
}

const keysOf = (permissions: readonly DeclaredPermission[]) => [...new Set(permissions.map(permissionKey))]

/** Roles every console has. Only ROLE_ADMIN (S6.01) holds the wildcard: it also covers what comes later. */
function builtInRoles(catalogue: readonly DeclaredPermission[]): Role[] {
  return [
    { code: SUPER_ROLE, name: '超级管理员', keys: ['*'] },
    { code: 'admin', name: '管理员', keys: keysOf(catalogue) },
    ...BUILT_IN_ROLES.map((code) => {
      const held = catalogue.filter(({ heldBy }) => heldBy.includes(code))
      return { code, name: NAMES[code], keys: keysOf(held) }
    }),
  ]
}

/** Whether the roles are as this program wants them: then a start writes nothing, which it could not on a full disk. */
async function areInLine(read: Kysely<AccessTables>, roles: readonly Role[]): Promise<boolean> {
  const rows = await read
    .selectFrom('role')
    .leftJoin('role_permission', 'role_permission.role_id', 'role.id')
    .select(['role.code', 'role_permission.permission_key as key'])
    .where('role.built_in', '=', 1)
    .execute()
  const held = Map.groupBy(rows, ({ code }) => code)
  return roles.every(({ code, keys }) => {
    const kept = new Set((held.get(code) ?? []).flatMap(({ key }) => key ?? []))
    return held.has(code) && kept.size === keys.length && keys.every((key) => kept.has(key))
  })
}

/** Creates the built-in roles and brings their permissions in line with this program's catalogue; repeatable. */
export function ensureBuiltInRoles(
  store: Store<AccessTables>,
  catalogue: readonly DeclaredPermission[],
): Promise<void> {
  return ensureRoles(store, builtInRoles(catalogue))
}

/** Creates these roles, or brings their permissions in line; repeatable. */
export async function ensureRoles(store: Store<AccessTables>, roles: readonly Role[]): Promise<void> {
  if (await areInLine(store.read, roles)) return
  await store.write(
    async (tx) => {
      await moveStamp(tx)
      for (const role of roles) await ensureRole(tx, role)
    },
    { inReserve: true },
  )
}

async function ensureRole(tx: Kysely<AccessTables>, { code, name, keys }: Role): Promise<void> {
  await tx
    .insertInto('role')
    .values({ id: uuidv7(), code, name, built_in: 1 })
    .onConflict((conflict) => conflict.column('code').doUpdateSet({ built_in: 1 }))
    .execute()
  const { id } = await tx.selectFrom('role').select('id').where('code', '=', code).executeTakeFirstOrThrow()
  await tx.deleteFrom('role_permission').where('role_id', '=', id).execute()
  if (keys.length === 0) return
  await tx
    .insertInto('role_permission')
    .values(keys.map((permission_key) => ({ role_id: id, permission_key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
