import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext, ReachPort } from '@qd/server-kit'
import type { connectionInfo } from '../contract/index.ts'

const SHOWN_TAIL = 4

/** Enough of a key to tell two apart; nothing of a short one. */
export function maskKey(key: string): string {
  return key.length < SHOWN_TAIL * 4 ? '••••' : `••••${key.slice(-SHOWN_TAIL)}`
}

/** How the console reaches a server; the game's own socket stays behind our gateway (S3.09). */
export async function handleConnectionInfo(
  reach: ReachPort<never>,
  { place }: CallContext,
): Promise<RouteReplyGiven<typeof connectionInfo>> {
  if (place.server === undefined) throw new AppError(coreErrors.server_required)
  const { target } = await reach.reach(place.server)
  const { apiUrl, serverId, hashKey } = target
  return { apiUrl, serverId, hashKey: maskKey(hashKey), ws: '/live' }
}
