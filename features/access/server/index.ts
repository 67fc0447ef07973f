import { serve } from '@qd/server-kit'
import type { ServerFeature } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { groupList } from '../contract/index.ts'
import type { AccessTables } from './access-tables.ts'
import { createAccess } from './create-access.ts'
import type { Access } from './create-access.ts'
import { listGroups } from './list-groups.ts'

export type { AccountsPort, AccountView } from './accounts-port.ts'
export { accessMigrations } from './access-migrations.ts'
export type { AccessTables } from './access-tables.ts'
export type { RoleGrant } from './assign-roles.ts'
export type { Access } from './create-access.ts'
export type { Rights } from './rights-of.ts'

export interface AccessFeature extends ServerFeature {
  access: Access
}

/** Roles, grants and user groups. */
export function createAccessFeature({ store }: { store: Store<AccessTables> }): AccessFeature {
  return {
    name: 'access',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [serve(groupList, ({ body }, { caller }) => listGroups(store, caller, body.hasSelf ?? false))],
    access: createAccess(store),
  }
}
