import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A way to a server that can be cut or go silent. */
export interface TcpProxy {
  port: number
  /** Accepts and keeps everything, forwards nothing: as a firewall that drops, or a frozen machine. */
  freeze(): void
  /** Forwards again, what was kept first. */
  thaw(): void
  /** Resets all connections. */
  cut(): void
  close(): Promise<void>
}

/** Forwards to a port or the path of a socket. */
export async function startTcpProxy(target: { port: number } | { path: string }): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer((near) => {
    const far = connect(target as { path: string })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => to.write(bytes))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (isFrozen) from.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    cut,
    async close() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}

/** The same database reached through a proxy. */
export async function throughProxy(databaseUrl: string): Promise<{ proxy: TcpProxy; databaseUrl: string }> {
  const { hostname, port, pathname } = new URL(databaseUrl)
  const proxy = await startTcpProxy({ path: `${decodeURIComponent(hostname)}/.s.PGSQL.${port}` })
  return { proxy, databaseUrl: `postgresql://postgres@127.0.0.1:${proxy.port}${pathname}` }
}
