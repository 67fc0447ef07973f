import type { LookupAddress } from 'node:dns'
import { connect, isIP } from 'node:net'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import type { TLSSocket } from 'node:tls'
import { lookupAmong } from './guarded-lookup.ts'

/** Where a socket goes: the addresses of the host were checked. */
export interface Peer {
  host: string
  port: number
  addresses: readonly LookupAddress[]
}

/** Which certificate is accepted; there is no way to accept any. */
export interface TlsTrust {
  /** Whose certificate is wanted; absent: that of the host. */
  servername?: string
  /** PEM of the authorities that are trusted instead of the usual ones. */
  ca?: string
  /** PEM of the client's own certificate, and of its private key. */
  cert?: string
  key?: string
}

/** Waits for one event of a socket; the signal ends the wait and the socket. */
function arrival(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      signal.removeEventListener('abort', giveUp)
      socket.destroy()
      reject(error as Error)
    }
    const giveUp = () => fail(signal.reason)
    // Stays: a socket that fails before its owner listens must not end the process.
    socket.on('error', fail)
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    socket.once(event, () => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    })
  })
}

/** Connects to one of the checked addresses, trying them as the system does; rejects with the socket's own error. */
export async function openTcp({ host, port, addresses }: Peer, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host, port, lookup: lookupAmong(addresses), noDelay: true })
  await arrival(socket, 'connect', signal)
  return socket
}

/** Connects to a socket of this machine's file system. */
export async function openUnix(path: string, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ path })
  await arrival(socket, 'connect', signal)
  return socket
}

/** Shakes hands over an open connection; the certificate must be good for the name. */
export async function openTls(
  socket: Duplex,
  { host, servername = host, ca, cert, key }: TlsTrust & { host: string },
  signal: AbortSignal,
): Promise<TLSSocket> {
  const secure = connectTls({
    socket,
    host: servername,
    ...(isIP(servername) === 0 ? { servername } : {}),
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  })
  await arrival(secure, 'secureConnect', signal)
  return secure
}
