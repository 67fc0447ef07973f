import { isIP } from 'node:net'
import { DialError } from '@qd/game-contract/adapter'
import type { Networks } from '@qd/game-contract/adapter'
import { checkHost, checkUrl, hostOf, portOf } from './check-url.ts'
import type { CheckedSocketPeer } from './checked-socket.ts'
import type { Way } from './connect-socket.ts'
import { asDialError } from './dial-fault.ts'
import { resolveChecked } from './guarded-lookup.ts'

export interface PeerRequest {
  networks: Networks
  timeoutMs: number
  signal?: AbortSignal
}

interface Found {
  url: string
  host: string
  port: number
}

/** A URL reads hosts of `tcp:` as they stand, so they are read by the rules of ways without URL. */
function checkAddress(text: string, networks: Networks, ownPorts: readonly number[]): Found {
  const stream = URL.parse(text)
  if (stream?.protocol !== 'tcp:' && stream?.protocol !== 'tcps:') {
    const url = checkUrl(text, networks, ['ws:', 'wss:'], ownPorts)
    return { url: url.href, host: hostOf(url), port: portOf(url) }
  }
  const { protocol, hostname, username, password } = stream
  if (username !== '' || password !== '')
    throw new DialError('refused_address', 'address carries user information')
  const port = Number(stream.port)
  const host = checkHost({ host: hostname.replaceAll(/^\[|\]$/g, ''), port }, networks, ownPorts)
  return { url: `${protocol}//${isIP(host) === 6 ? `[${host}]` : host}:${port}`, host, port }
}

/** The address with what its host resolved to, each of it checked. */
export async function checkSocketPeer(
  text: string,
  { networks, timeoutMs }: PeerRequest,
  { ending, ownPorts }: Way,
): Promise<CheckedSocketPeer> {
  try {
    const { url, host, port } = checkAddress(text, networks, ownPorts)
    ending.after(timeoutMs, 'unreachable', 'no address in time')
    const found = resolveChecked(host, { networks, port, ownPorts })
    return { url, addresses: await ending.orEnd(found) }
  } catch (error) {
    throw asDialError(error as Error, false)
  } finally {
    ending.release()
  }
}
