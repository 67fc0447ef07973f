import type { Dialer, Networks, RawGameSocket, RawSocketHandlers } from '@qd/game-contract/adapter'
import type { WebSocket } from 'ws'
import { gameErrorOf } from '../http/dial-failure.ts'
import { closeTextOf } from './close-text.ts'

export interface RawSocketTarget {
  url: string
  networks: Networks
  maxPayloadBytes: number
  timeoutMs: number
  signal?: AbortSignal
}

/** Hands on what a socket says, once closed nothing more. */
function rawSocketOver(socket: WebSocket, { onBytes, onClose }: RawSocketHandlers): RawGameSocket {
  let isClosed = false
  const finish = (code: number, msg: string) => {
    if (isClosed) return
    isClosed = true
    onClose({ code, msg })
  }
  socket.on('message', (data) => {
    if (!isClosed) onBytes(data as Buffer)
  })
  socket.on('close', (code, reason) => finish(code, closeTextOf(code, reason.toString('utf8'))))
  socket.on('error', (error) => finish(1006, error.message))
  // The game may have hung up between the handshake and these handlers.
  if (socket.readyState >= socket.CLOSING) queueMicrotask(() => finish(1006, closeTextOf(1006, '')))
  return {
    get isOpen() {
      return !isClosed && socket.readyState === socket.OPEN
    },
    get bufferedBytes() {
      return socket.bufferedAmount
    },
    send: (bytes) => socket.send(bytes),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close() {
      // A game that says nothing back would keep it open.
      socket.resume()
      socket.close(1000)
      finish(1000, closeTextOf(1000, ''))
      setTimeout(() => socket.terminate(), 3_000).unref()
    },
    terminate() {
      socket.terminate()
      finish(1006, closeTextOf(1006, ''))
    },
  }
}

/** Opens a socket through the guarded way out; rejects with GameError. */
export async function openRawSocket(
  dialer: Dialer,
  { url, signal, ...request }: RawSocketTarget,
  handlers: RawSocketHandlers,
): Promise<RawGameSocket> {
  try {
    const socket = await dialer.webSocket(url, { ...request, ...(signal === undefined ? {} : { signal }) })
    return rawSocketOver(socket, handlers)
  } catch (error) {
    throw gameErrorOf(error, { hasEffect: false, ...(signal === undefined ? {} : { signal }) })
  }
}
