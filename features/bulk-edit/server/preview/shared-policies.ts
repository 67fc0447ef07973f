import { AppError } from '@qd/contract-kit'
import type { OnlinePolicy } from '@qd/game-contract'
import { ALL_POLICIES } from '@qd/player-edit'
import { dataEditErrors } from '@qd/data-edit/contract'
import type { UseCaseDeps } from '../bulk-edit-deps.ts'
import type { ScannedList } from '../list/scan-list.ts'

type Servers = Pick<ScannedList, 'servers'>

/** How all servers of the list can treat players who are online; one that cannot be asked now stands in nobody's way. */
export async function sharedPolicies(
  { reach, edits }: Pick<UseCaseDeps, 'reach' | 'edits'>,
  { servers }: Servers,
): Promise<OnlinePolicy[]> {
  const declared = await Promise.all(
    [...servers.values()].map(async ({ server }) => {
      try {
        return await edits.policiesOf(await reach.reach(server))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return ALL_POLICIES
      }
    }),
  )
  return ALL_POLICIES.filter((policy) => declared.every((offered) => offered.includes(policy)))
}

/** Refuses a policy that one of the servers has not declared. */
export async function refuseUnoffered(
  deps: Pick<UseCaseDeps, 'reach' | 'edits'>,
  servers: Servers,
  policy: OnlinePolicy,
): Promise<void> {
  if ((await sharedPolicies(deps, servers)).includes(policy)) return
  throw new AppError(dataEditErrors.policy_not_offered, { field: 'onlinePolicy' })
}
