import { permissionKey } from '@qd/contract-kit'
import type { Grant, PermissionTriple } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { UserInfo } from '../contract/index.ts'
import type { AccessPort } from './session-deps.ts'
import type { SessionTables } from './session-tables.ts'

interface InfoDeps {
  store: Store<SessionTables>
  access: Pick<AccessPort, 'rightsOf'>
  catalogue: () => readonly PermissionTriple[]
}

/** Rights by page as the specification's front ends read them (S6.02); ROLE_ADMIN gets all (S6.01). */
export function permissionsOf(
  rights: { roles: readonly string[]; grants: readonly Grant[] },
  catalogue: readonly PermissionTriple[],
): UserInfo['permissions'] {
  const held = new Set(rights.grants.flatMap(({ codes }) => codes))
  const hasAll = rights.roles.includes('ROLE_ADMIN') || held.has('*')
  const pages = new Map<string, Map<string, { code: string; type: string }>>()
  for (const permission of catalogue) {
    const { routerName, code, type } = permission
    if (!hasAll && !held.has(permissionKey(permission))) continue
    const page = pages.get(routerName) ?? new Map<string, { code: string; type: string }>()
    pages.set(routerName, page.set(`${code} ${type}`, { code, type }))
  }
  return [...pages].map(([routerName, functions]) => ({ routerName, functionList: [...functions.values()] }))
}

/** The signed-in user as pages show him (S3.01); null when the account is gone. */
export async function userInfoOf(
  { store, access, catalogue }: InfoDeps,
  userId: string,
): Promise<UserInfo | null> {
  const [account, rights] = await Promise.all([
    store.read
      .selectFrom('user_account')
      .select([
        'id',
        'username',
        'name',
        'department',
        'phone',
        'sex',
        'level',
        'last_login_at as lastLoginAt',
      ])
      .where('id', '=', userId)
      .executeTakeFirst(),
    access.rightsOf(userId),
  ])
  if (account === undefined) return null
  return {
    ...account,
    roles: [...rights.roles],
    permissions: permissionsOf(rights, catalogue()),
    grants: rights.grants.map((grant) => ({ ...grant, codes: [...grant.codes] })),
    groups: rights.groups.map((group) => ({ ...group })),
  }
}

/**
 * The same from memory as long as the session's caller is: whatever changes rights or profile makes the
 * session cache load another caller, so that what is remembered here can be no older than he is.
 */
export function createUserInfoMemory(
  deps: InfoDeps,
): (caller: Caller) => UserInfo | Promise<UserInfo | null> {
  const known = new WeakMap<Caller, UserInfo>()
  return (caller) => {
    const remembered = known.get(caller)
    if (remembered !== undefined) return remembered
    return userInfoOf(deps, caller.userId).then((info) => {
      // Frozen, so that the kit keeps its text too; every part of it was made above for this answer alone.
      if (info !== null) known.set(caller, Object.freeze(info))
      return info
    })
  }
}
