import type { RoleGrant } from '../../contract/index.ts'

/** What tells the grants of one holder apart. */
export function grantKey({ role, scope, environment, resource }: RoleGrant): string {
  return [role, scope, environment, resource?.kind, resource?.pattern].join(' ')
}
