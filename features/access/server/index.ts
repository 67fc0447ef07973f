import type { ServerFeature } from '@qd/server-kit'
import type { AccessDeps } from './access-deps.ts'
import { accessRoutes } from './access-routes.ts'
import { createAccess } from './create-access.ts'
import type { Access } from './create-access.ts'
import { endRights } from './end-rights.ts'
import { narrowingOf } from './narrowing.ts'
import { createUserRights } from './users/user-rights.ts'
import type { UserRights } from './users/user-rights.ts'

export type { AccessDeps, CatalogueEntry, PreviewsPort, RightUse, UsagePort } from './access-deps.ts'
export type { AccountsPort } from './accounts-port.ts'
export { accessMigrations } from './access-migrations.ts'
export type { AccessTables } from './access-tables.ts'
export type { RoleGrant } from '../contract/index.ts'
export type { Access } from './create-access.ts'
export type { Rights } from './rights-of.ts'

/** How late an open page may hear of an end; calls are refused at once. */
const LOOK_EVERY_MS = 30_000

export interface AccessFeature extends ServerFeature {
  access: Access
  /** For the administration of accounts. */
  userRights: UserRights
}

/** Roles, grants and user groups. */
export function createAccessFeature(given: AccessDeps): AccessFeature {
  const nowMs = given.nowMs ?? Date.now
  const narrowing = narrowingOf(given)
  const access = createAccess(given.store, { nowMs, narrowing })
  const deps = { ...given, access, narrowing, nowMs }
  return {
    name: 'access',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: accessRoutes(deps),
    access,
    userRights: createUserRights(deps),
    cleanUps: [{ name: 'rights that ended', everyMs: LOOK_EVERY_MS, run: () => endRights(deps) }],
  }
}
