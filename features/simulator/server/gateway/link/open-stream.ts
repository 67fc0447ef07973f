import type { Networks, RawGameSocket, RawSocketHandlers } from '@qd/game-contract/adapter'
import type { GuardedDialer } from '@qd/server-kit'
import { dropStream } from '@qd/server-kit/checked-socket'

const CONNECT_MS = 10_000

export interface StreamTarget {
  url: string
  networks: Networks
  signal: AbortSignal
}

/** Opens `tcp://host:port`, or `tcps://` with TLS, through the guarded way out. */
export async function openStream(
  dialer: Pick<GuardedDialer, 'connectTcp' | 'connectTls'>,
  { url, networks, signal }: StreamTarget,
  { onBytes, onClose }: RawSocketHandlers,
): Promise<RawGameSocket> {
  const { protocol, hostname, port } = new URL(url)
  const to = { host: hostname.replaceAll(/^\[|\]$/g, ''), port: Number(port) }
  const times = { connectMs: CONNECT_MS, idleMs: Number.POSITIVE_INFINITY, wholeMs: Number.POSITIVE_INFINITY }
  const request = { networks, times, signal }
  const socket = await (protocol === 'tcps:'
    ? dialer.connectTls(to, request)
    : dialer.connectTcp(to, request))
  if (signal.aborted) {
    socket.destroy()
    signal.throwIfAborted()
  }
  let isClosed = false
  const finish = (code: number, msg: string) => {
    if (isClosed) return
    isClosed = true
    onClose({ code, msg })
  }
  socket.on('data', (bytes) => {
    if (!isClosed) onBytes(bytes as Buffer)
  })
  socket.on('error', (error) => finish(1006, error.message))
  socket.on('close', () => finish(1005, 'the game server closed the connection'))
  return {
    get isOpen() {
      return !isClosed && socket.writable
    },
    get bufferedBytes() {
      return socket.writableLength
    },
    send: (bytes) => void socket.write(bytes),
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    close() {
      socket.resume()
      socket.end()
      finish(1000, 'closed')
      setTimeout(() => socket.destroy(), 3_000).unref()
    },
    terminate() {
      dropStream(socket)
      finish(1006, 'the connection was lost')
    },
  }
}
