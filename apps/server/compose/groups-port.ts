import type { AccessFeature } from '@qd/access/server'
import type { GroupsPort } from '@qd/server-kit'

/** User groups as far as features share something with them. */
export function groupsPort({ access }: Pick<AccessFeature, 'access'>): GroupsPort {
  return {
    idsOf: (userId) => access.groupIdsOf(userId),
    knownTo: (caller) => access.groupsKnownTo(caller),
  }
}
