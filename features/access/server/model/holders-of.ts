import { givesWholly, permissionKey, scopeCovers } from '@qd/contract-kit'
import type { Environment, PermissionTriple } from '@qd/contract-kit'
import type { AccessModel } from './access-model.ts'
import { rightsOfUser } from './held-rights.ts'

const usersOf = (model: AccessModel) => [
  ...new Set([...model.userGrants.keys(), ...model.memberships.keys()]),
]

/** Everybody who holds a permission for the whole of some place. */
export function holdersAnywhere(model: AccessModel, permission: PermissionTriple): string[] {
  const key = permissionKey(permission)
  return usersOf(model).filter((userId) =>
    rightsOfUser(model, userId).some((grant) => givesWholly(grant, key)),
  )
}

/** Everybody who holds a permission at the whole place, for all that is there; above the lines only a grant for all environments covers it. */
export function holdersOf(
  model: AccessModel,
  permission: PermissionTriple,
  { scope, environment }: { scope: string; environment: Environment | null },
): string[] {
  const key = permissionKey(permission)
  return usersOf(model).filter((userId) =>
    rightsOfUser(model, userId).some(
      (grant) =>
        givesWholly(grant, key) &&
        scopeCovers(grant.scope, scope) &&
        (grant.environment === '*' || grant.environment === environment),
    ),
  )
}
