import { createSocket } from 'node:dgram'
import type { Socket } from 'node:dgram'
import { DialError } from '@qd/game-contract/adapter'
import type { Networks } from '@qd/game-contract/adapter'
import { asDialError } from './dial-fault.ts'
import { findPeer } from './connect-socket.ts'
import type { DialTarget, Way } from './connect-socket.ts'
import type { Ending } from './ending.ts'

export interface UdpRequest {
  networks: Networks
  times: { connectMs: number; wholeMs: number }
  signal?: AbortSignal
}

/** A socket for datagrams to and from one peer; what others send to it never arrives. */
export interface UdpPeer {
  /** Resolves once the datagram has left: nobody tells whether it arrives. */
  send(datagram: Uint8Array): Promise<void>
  /** The next datagram of the peer, in the order of arrival. */
  receive(timeoutMs: number): Promise<Buffer>
  close(): void
}

/** Datagrams that nobody has taken yet; later ones are dropped, as the system itself would do. */
const MOST_WAITING = 64

function peerOver(socket: Socket, ending: Ending): UdpPeer {
  const waiting: Buffer[] = []
  const takers = new Set<{ take(datagram: Buffer): void; fail(error: Error): void }>()
  socket.on('message', (datagram) => {
    const [taker] = takers
    if (taker !== undefined) {
      takers.delete(taker)
      taker.take(datagram)
    } else if (waiting.length < MOST_WAITING) waiting.push(datagram)
  })
  // The peer's machine has said that nobody listens there.
  socket.on('error', (cause) => {
    const fault = new DialError('unreachable', 'nobody takes datagrams there', { cause })
    for (const taker of takers) taker.fail(fault)
  })
  return {
    send: (datagram) =>
      ending.orEnd(
        new Promise((resolve, reject) =>
          socket.send(datagram, (cause) =>
            cause === null
              ? resolve()
              : reject(new DialError('unreachable', 'cannot send the datagram', { cause })),
          ),
        ),
      ),
    receive(timeoutMs) {
      const first = waiting.shift()
      if (first !== undefined) return Promise.resolve(first)
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      const taker = { take: resolve, fail: reject }
      takers.add(taker)
      const timer = setTimeout(() => reject(new DialError('timeout', 'no datagram in time')), timeoutMs)
      return ending.orEnd(promise).finally(() => {
        clearTimeout(timer)
        takers.delete(taker)
      })
    },
    close: () => ending.end('aborted', 'socket is closed'),
  }
}

/** Binds a socket to one checked peer; the system drops datagrams of anybody else. */
export async function openUdp(target: DialTarget, request: UdpRequest, way: Way): Promise<UdpPeer> {
  const { ending } = way
  ending.after(request.times.wholeMs, 'timeout', 'not done in time')
  const isOpen = ending.after(request.times.connectMs, 'unreachable', 'no connection in time')
  try {
    const peer = await findPeer(target, request.networks, way)
    if (ending.fault !== undefined) throw ending.fault
    const { address, family } = peer.addresses[0]!
    const socket = createSocket({
      type: family === 6 ? 'udp6' : 'udp4',
      // Nothing may be resolved any more.
      lookup: (_host, _options, done) => done(null, address, family),
    })
    const { promise: connected, resolve, reject } = Promise.withResolvers<void>()
    socket.on('error', reject)
    socket.once('close', () => ending.release())
    ending.signal.addEventListener('abort', () => socket.close(), { once: true })
    socket.connect(peer.port, address, resolve)
    await ending.orEnd(connected)
    isOpen()
    return peerOver(socket, ending)
  } catch (error) {
    const fault = asDialError(error as Error)
    ending.end(fault.fault, fault.message)
    ending.release()
    throw fault
  }
}
