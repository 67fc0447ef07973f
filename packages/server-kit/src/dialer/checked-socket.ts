import type { LookupAddress } from 'node:dns'
import { connect, isIP, Socket } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'
import { WebSocket } from 'ws'
import { lookupAmong } from './guarded-lookup.ts'

/** Where sockets may go: the address and what its host resolved to were checked by the dialer. Can be sent to a worker. */
export interface CheckedSocketPeer {
  url: string
  addresses: LookupAddress[]
}

/**
 * Begins to open a WebSocket to a checked peer, for a worker that opens thousands to one server: the name is not resolved
 * again, so what was checked is where it goes. The certificate must be good for the name. Events tell how it went.
 */
export function openCheckedSocket(
  { url, addresses }: CheckedSocketPeer,
  { maxPayloadBytes, timeoutMs }: { maxPayloadBytes: number; timeoutMs: number },
): WebSocket {
  const socket = new WebSocket(url, {
    followRedirects: false,
    perMessageDeflate: false,
    maxPayload: maxPayloadBytes,
    handshakeTimeout: timeoutMs,
    lookup: lookupAmong(addresses),
  })
  socket.binaryType = 'nodebuffer'
  return socket
}

/** Begins to open a stream to a checked peer of `tcp:` or `tcps:`, by the same rules; `openEventOf` tells that it is open. */
export function openCheckedStream(
  { url, addresses }: CheckedSocketPeer,
  { timeoutMs }: { timeoutMs: number },
): CheckedStream {
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  const to = { host, port: Number(port), lookup: lookupAmong(addresses) }
  const socket =
    protocol === 'tcps:'
      ? connectTls({ ...to, ...(isIP(host) === 0 ? { servername: host } : {}) })
      : connect(to)
  socket.setNoDelay(true)
  const late = setTimeout(
    () => socket.destroy(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })),
    timeoutMs,
  )
  socket.once(openEventOf(url), () => clearTimeout(late))
  socket.once('close', () => clearTimeout(late))
  return socket
}

/** With TLS a stream is open only when hands were shaken. */
export function openEventOf(url: string): 'connect' | 'secureConnect' {
  return url.startsWith('tcps:') ? 'secureConnect' : 'connect'
}

export function isStreamPeer({ url }: CheckedSocketPeer): boolean {
  return /^tcps?:/.test(url)
}

export function isStream(socket: CheckedStream | WebSocket): socket is CheckedStream {
  return socket instanceof Socket
}

/** Ends it without a goodbye: the other end sees a lost connection where the network can say so. */
export function dropStream(socket: CheckedStream): void {
  if (socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}

export type CheckedStream = Socket
export type { WebSocket as CheckedSocket } from 'ws'
