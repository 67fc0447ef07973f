import { containsResource, givesCode, scopeCovers } from '@qd/contract-kit'
import type { SessionUser } from '@qd/web-base'

type Rights = Pick<SessionUser, 'roles' | 'permissions' | 'grants'>

/** Permissions as `routerName.code`. */
export interface RightsChange {
  /** Held nowhere any more. */
  lost: string[]
  /** Still held, but not at every place, in every environment or for every thing where they were. */
  narrowed: string[]
  /** Held nowhere before. */
  gained: string[]
}

function permissionsOf({ permissions }: Rights): Set<string> {
  return new Set(
    permissions.flatMap(({ routerName, functionList }) =>
      functionList.map(({ code }) => `${routerName}.${code}`),
    ),
  )
}

type Grants = NonNullable<Rights['grants']>

const withCode = (grants: Grants, key: string): Grants => grants.filter((grant) => givesCode(grant, key))

function isNarrowed(before: Rights, after: Rights, key: string): boolean {
  const left = withCode(after.grants ?? [], key)
  return withCode(before.grants ?? [], key).some(
    ({ scope, environment, resource }) =>
      !left.some(
        (grant) =>
          scopeCovers(grant.scope, scope) &&
          (grant.environment === '*' || grant.environment === environment) &&
          containsResource(grant.resource, resource),
      ),
  )
}

/** What somebody may no longer do, and what they may do now. */
export function rightsChange(before: Rights, after: Rights): RightsChange {
  const [held, holds] = [permissionsOf(before), permissionsOf(after)]
  return {
    lost: [...held].filter((key) => !holds.has(key)),
    narrowed: [...held].filter((key) => holds.has(key) && isNarrowed(before, after, key)),
    gained: [...holds].filter((key) => !held.has(key)),
  }
}

export function hasChanged({ lost, narrowed, gained }: RightsChange): boolean {
  return lost.length + narrowed.length + gained.length > 0
}
