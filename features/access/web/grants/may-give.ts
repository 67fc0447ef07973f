import { permissionKey } from '@qd/contract-kit'
import type { Grant } from '@qd/contract-kit'
import type { SessionUser } from '@qd/web-base'
import { assignGrants, containsGrant } from '../../contract/index.ts'
import type { RoleGrant } from '../../contract/index.ts'

/** Whether the signed-in user holds all of the role there; the server asks again. */
export function mayGiveHere(
  user: SessionUser | null,
  codes: readonly string[],
  { scope, environment }: RoleGrant,
): boolean {
  const held = (user?.grants ?? []) as readonly Grant[]
  return containsGrant(held, { scope, environment, codes: [...codes, permissionKey(assignGrants)] })
}
