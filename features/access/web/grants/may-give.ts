import { permissionKey } from '@qd/contract-kit'
import type { Grant } from '@qd/contract-kit'
import type { SessionUser } from '@qd/web-base'
import { assignGrants, containsGrant } from '../../contract/index.ts'
import type { RoleGrant } from '../../contract/index.ts'

/** A role with what is left of it in grants for things of a kind. */
interface GivenRole {
  codes: readonly string[]
  narrowed: readonly { kind: string; codes: readonly string[] }[]
}

/** The permissions of the role that the grant gives; none where it is for things the role says nothing of. */
export function codesGiven({ codes, narrowed }: GivenRole, { resource }: RoleGrant): readonly string[] {
  if (resource === undefined) return codes
  return narrowed.find(({ kind }) => kind === resource.kind)?.codes ?? []
}

/** Whether the signed-in user holds all that the grant gives; the server asks again. */
export function mayGiveHere(user: SessionUser | null, role: GivenRole, grant: RoleGrant): boolean {
  const { scope, environment, resource } = grant
  const codes = codesGiven(role, grant)
  if (resource !== undefined && codes.length === 0) return false
  const held = (user?.grants ?? []) as readonly Grant[]
  return containsGrant(held, {
    scope,
    environment,
    resource,
    codes: [...codes, permissionKey(assignGrants)],
  })
}
