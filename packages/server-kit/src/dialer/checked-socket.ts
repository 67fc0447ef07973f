import type { LookupAddress } from 'node:dns'
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

export type { WebSocket as CheckedSocket } from 'ws'
