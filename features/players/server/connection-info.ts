import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext, ReachPort } from '@qd/server-kit'
import type { connectionInfo } from '../contract/index.ts'

/** Stands for a key that there is; no character of it leaves the server. */
const MASKED = '••••••••'

/** How the console reaches a server; the game's own socket stays behind our gateway (S3.09). */
export async function handleConnectionInfo(
  reach: ReachPort<never>,
  { place }: CallContext,
): Promise<RouteReplyGiven<typeof connectionInfo>> {
  if (place.server === undefined) throw new AppError(coreErrors.server_required)
  const { target } = await reach.reach(place.server)
  const { apiUrl, serverId, hashKey } = target
  return { apiUrl, serverId, hashKey: hashKey === '' ? '' : MASKED, ws: '/live' }
}
