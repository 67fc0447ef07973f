import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** Ports that are tried before a program counts as one that cannot start. */
export const MOST_PORTS = 8

/** A port of loopback that nobody listens on. Another program may take it at once: who starts one there tries again. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Works at a free port of loopback, and at another one where the work fails with EADDRINUSE. Throws what it throws last. */
export async function atFreePort<T>(work: (port: number) => Promise<T>): Promise<T> {
  for (let left = MOST_PORTS - 1; ; left -= 1) {
    try {
      return await work(await freePort())
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || left === 0) throw error
    }
  }
}

export interface RefusingPort {
  readonly port: number
  /** Lets others have it. */
  release(): void
}

/** A port of loopback that refuses connections and that no other program is given meanwhile: a connection goes out from it. */
export async function refusingPort(): Promise<RefusingPort> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [[far]] = (await Promise.all([once(server, 'connection'), once(socket, 'connect')])) as [
    [Socket],
    unknown,
  ]
  far.on('error', () => far.destroy())
  server.close()
  return {
    port: socket.localPort!,
    release() {
      // Without the wait of a closed connection, which would keep the port for a minute.
      socket.resetAndDestroy()
      far.destroy()
    },
  }
}
