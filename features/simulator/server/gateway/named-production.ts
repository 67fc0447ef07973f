import { holds, permissionKey } from '@qd/contract-kit'
import type { PermissionTriple } from '@qd/contract-kit'
import type { Caller, CataloguePlace } from '@qd/server-kit'

/** Whether the caller holds it there; in production only by a grant that names production, not one for every environment. */
export function holdsByName(caller: Caller, permission: PermissionTriple, place: CataloguePlace): boolean {
  const isProduction = place.environment === 'production'
  const grants = isProduction
    ? caller.grants.filter(({ environment }) => environment === 'production')
    : caller.grants
  return holds(grants, permissionKey(permission), place)
}
