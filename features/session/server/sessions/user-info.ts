import { AppError, coreErrors, permissionKey } from '@qd/contract-kit'
import type { Grant, PermissionTriple } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { sessionErrors } from '../../contract/index.ts'
import type { LoginReply, UserInfo } from '../../contract/index.ts'
import { hasSecondFactor } from '../second-factor/second-factor.ts'
import type { SessionCache } from './session-cache.ts'
import type { AccessPort } from '../session-deps.ts'
import { IDLE_MS } from './session-limits.ts'
import type { SessionTables } from '../session-tables.ts'

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

/** The signed-in user as pages show them (S3.01), with the rights they are signed in with; null when the account is gone. */
export async function userInfoOf(
  { store, access, catalogue }: InfoDeps,
  caller: Caller,
): Promise<UserInfo | null> {
  const { userId } = caller
  const [account, { groups }, hasFactor] = await Promise.all([
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
        'password_hash',
      ])
      .where('id', '=', userId)
      .executeTakeFirst(),
    access.rightsOf(userId),
    hasSecondFactor(store.read, userId),
  ])
  if (account === undefined) return null
  const kind = caller.kind ?? 'full'
  const { password_hash: passwordHash, ...shown } = account
  return {
    ...shown,
    hasPassword: passwordHash !== '',
    roles: [...caller.roles],
    permissions: permissionsOf(caller, catalogue()),
    grants: caller.grants.map((grant) => ({ ...grant, codes: [...grant.codes] })),
    groups: groups.map((group) => ({ ...group })),
    hasSecondFactor: hasFactor,
    session: { kind, expiresAt: caller.expiresAt ?? 0, idleMs: IDLE_MS },
    preview: kind === 'preview' ? { label: caller.label ?? '' } : null,
  }
}

/** Answer of every way to sign in. */
export async function replyFor(
  deps: InfoDeps & { cache: SessionCache },
  opened: { token: string; expiresAt: number },
): Promise<LoginReply> {
  const caller = await deps.cache.authenticate(opened.token)
  const userInfo = caller === null ? null : await userInfoOf(deps, caller)
  if (userInfo === null) throw new AppError(sessionErrors.login_failed)
  return { ...opened, userInfo }
}

/**
 * The same from memory as long as the session's caller is: whatever changes rights or profile makes the
 * session cache load another caller, so that what is remembered here can be no older than they are. Throws
 * `session_expired` for an account that is gone.
 */
export function createUserInfoMemory(deps: InfoDeps): (caller: Caller) => UserInfo | Promise<UserInfo> {
  const known = new WeakMap<Caller, UserInfo>()
  return (caller) => {
    const remembered = known.get(caller)
    if (remembered !== undefined) return remembered
    return userInfoOf(deps, caller).then((info) => {
      if (info === null) throw new AppError(coreErrors.session_expired)
      // Frozen, so that the kit keeps its text too; every part of it was made above for this answer alone.
      known.set(caller, Object.freeze(info))
      return info
    })
  }
}
