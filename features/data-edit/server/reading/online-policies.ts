import { AppError } from '@qd/contract-kit'
import type { OnlinePolicy } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import type { ReachedServer } from '@qd/server-kit'
import { ALL_POLICIES } from '@qd/player-edit'
import { dataEditErrors } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import type { Player } from '../player-of.ts'

/**
 * How the server can treat a player who is online, its usual way first; all where it cannot be asked now. Before a
 * commit (`isNeeded`) a server that does not answer is a failure: nothing has been sent yet, and nothing is unknown.
 */
export async function onlinePoliciesOf(
  { meta, target }: ReachedServer<never>,
  { isNeeded = false }: { isNeeded?: boolean } = {},
): Promise<readonly OnlinePolicy[]> {
  try {
    return (await meta(target)).onlinePolicies
  } catch (error) {
    if (isNeeded && error instanceof GameError && error.kind === 'timeout') {
      throw new AppError(dataEditErrors.server_silent, { cause: error })
    }
    // The game refuses itself what it cannot do; this only spares the operator a round trip.
    if (!(error instanceof GameError)) throw error
    return ALL_POLICIES
  }
}

/** The policy asked for, or the server's usual one; refuses what the server has not declared. */
export async function policyFor(
  deps: UseCaseDeps,
  { server }: Player,
  asked?: OnlinePolicy,
): Promise<OnlinePolicy> {
  const reached = await deps.reach.reach(server)
  const offered = await onlinePoliciesOf(reached, { isNeeded: true })
  const policy = asked ?? (offered.includes('live') ? 'live' : offered[0])
  if (policy !== undefined && offered.includes(policy)) return policy
  throw new AppError(dataEditErrors.policy_not_offered, { field: 'onlinePolicy' })
}
