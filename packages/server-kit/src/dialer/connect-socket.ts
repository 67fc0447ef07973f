import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { DialError } from '@qd/game-contract/adapter'
import type { Networks } from '@qd/game-contract/adapter'
import { checkHost } from './check-url.ts'
import { asDialError } from './dial-fault.ts'
import type { Ending, SocketTimes } from './ending.ts'
import { resolveChecked } from './guarded-lookup.ts'
import { openTcp, openTls, openUnix } from './open-socket.ts'
import type { Peer, TlsTrust } from './open-socket.ts'

/** A host by name or address, an IPv6 one without brackets. */
export interface DialTarget {
  host: string
  port: number
}

export interface TcpRequest {
  networks: Networks
  times: SocketTimes
  /** Ends the connection too, not only the wait for it. */
  signal?: AbortSignal
}

export interface TlsRequest extends TcpRequest, TlsTrust {}

export interface UnixRequest {
  times: SocketTimes
  signal?: AbortSignal
}

export interface SecureRequest extends UnixRequest, TlsTrust {
  /** Whose certificate is wanted where `servername` does not say. */
  host: string
}

/** What every form of a way out works with. */
export interface Way {
  ownPorts: readonly number[]
  ending: Ending
}

/** The host with its checked addresses, so that it need not be resolved again. */
export async function findPeer(target: DialTarget, networks: Networks, way: Way): Promise<Peer> {
  const host = checkHost(target, networks, way.ownPorts)
  const to = { networks, port: target.port, ownPorts: way.ownPorts }
  const resolved = resolveChecked(host, to).catch((error: Error) => {
    if (error instanceof DialError) throw error
    throw new DialError('unreachable', `cannot resolve ${host}`, { cause: error })
  })
  return { host, port: target.port, addresses: await way.ending.orEnd(resolved) }
}

/** From here on the socket ends with its limits, and its limits with the socket. */
function keepLimits(socket: Socket, { idleMs }: SocketTimes, ending: Ending): void {
  const giveUp = () => socket.destroy(ending.fault)
  // It may have ended in the moment between being open and being handed on.
  if (ending.signal.aborted) giveUp()
  else ending.signal.addEventListener('abort', giveUp, { once: true })
  if (idleMs !== Number.POSITIVE_INFINITY) socket.setTimeout(idleMs)
  socket.once('timeout', () => ending.end('timeout', 'no byte in time'))
  socket.once('close', () => {
    ending.signal.removeEventListener('abort', giveUp)
    ending.release()
  })
}

async function dial<T extends Socket>(
  way: Way,
  times: SocketTimes,
  open: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { ending } = way
  ending.after(times.wholeMs, 'timeout', 'not done in time')
  const isOpen = ending.after(times.connectMs, 'unreachable', 'no connection in time')
  try {
    const socket = await open(ending.signal)
    isOpen()
    keepLimits(socket, times, ending)
    return socket
  } catch (error) {
    ending.release()
    // Only bytes of ours could have had an effect.
    throw asDialError(error as Error, false)
  }
}

export function connectTcp(target: DialTarget, request: TcpRequest, way: Way): Promise<Socket> {
  return dial(way, request.times, async (signal) =>
    openTcp(await findPeer(target, request.networks, way), signal),
  )
}

export function connectTls(target: DialTarget, request: TlsRequest, way: Way): Promise<TLSSocket> {
  return dial(way, request.times, async (signal) => {
    const peer = await findPeer(target, request.networks, way)
    return openTls(await openTcp(peer, signal), { ...request, host: peer.host }, signal)
  })
}

/** TLS over a stream that leads to the peer already, such as one through a tunnel. */
export function secureStream(stream: Duplex, request: SecureRequest, ending: Ending): Promise<TLSSocket> {
  const way = { ending, ownPorts: [] }
  return dial(way, request.times, (signal) => openTls(stream, request, signal))
}

/** Only to a path that the administrator listed: other sockets of the machine belong to other programs. */
export function connectUnix(
  path: string,
  request: UnixRequest,
  { ending, paths }: { ending: Ending; paths: readonly string[] },
): Promise<Socket> {
  return dial({ ending, ownPorts: [] }, request.times, async (signal) => {
    if (!paths.includes(path))
      throw new DialError('refused_address', 'socket is not on the list of the settings file')
    return openUnix(path, signal)
  })
}
