import type { Networks } from '@qd/game-contract/adapter'
import { checkUrl, hostOf, portOf } from './check-url.ts'
import type { CheckedSocketPeer } from './checked-socket.ts'
import type { Way } from './connect-socket.ts'
import { asDialError } from './dial-fault.ts'
import { resolveChecked } from './guarded-lookup.ts'

export interface PeerRequest {
  networks: Networks
  timeoutMs: number
  signal?: AbortSignal
}

/** The address with what its host resolved to, each of it checked. */
export async function checkSocketPeer(
  text: string,
  { networks, timeoutMs }: PeerRequest,
  { ending, ownPorts }: Way,
): Promise<CheckedSocketPeer> {
  try {
    const url = checkUrl(text, networks, ['ws:', 'wss:'], ownPorts)
    ending.after(timeoutMs, 'unreachable', 'no address in time')
    const found = resolveChecked(hostOf(url), { networks, port: portOf(url), ownPorts })
    return { url: url.href, addresses: await ending.orEnd(found) }
  } catch (error) {
    throw asDialError(error as Error, false)
  } finally {
    ending.release()
  }
}
