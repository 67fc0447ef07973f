import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** What a proxy does with new connections: passes them on, closes them at once, or after the first answer of the server. */
export type ProxyManner = 'forward' | 'close' | 'closeAfterAnswer'

/** A way to a server that can be cut, go silent, or behave as a proxy whose server is gone. */
export interface TcpProxy {
  port: number
  /** Connections accepted so far. */
  readonly accepted: number
  /** Connections that are open now. */
  readonly open: number
  /** From now on, for new connections. */
  behave(manner: ProxyManner): void
  /** Accepts and keeps everything, forwards nothing: as a firewall that drops, or a frozen machine. */
  freeze(): void
  /** Forwards again, what was kept first. */
  thaw(): void
  /** Closes all connections. */
  cut(): void
  /** Cuts all connections as soon as a client sends this text, once. */
  cutWhenSent(text: string): void
  /** Resets all connections, in the middle of whatever they do. */
  reset(): void
  close(): Promise<void>
}

/** Forwards to a port or the path of a socket. */
export async function startTcpProxy(target: { port: number } | { path: string }): Promise<TcpProxy> {
  const nearSockets = new Set<Socket>()
  const sockets = new Set<Socket>()
  let isFrozen = false
  let manner: ProxyManner = 'forward'
  let accepted = 0
  let fatal: string | null = null
  const server = createServer((near) => {
    accepted += 1
    if (manner === 'close') return void near.destroy()
    nearSockets.add(near)
    near.once('close', () => nearSockets.delete(near))
    const far = connect(target as { path: string })
    if (manner === 'closeAfterAnswer') far.once('data', () => setImmediate(() => near.destroy()))
    near.on('data', (bytes: Buffer) => {
      if (fatal === null || !bytes.includes(fatal)) return
      fatal = null
      cut()
    })
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
    get accepted() {
      return accepted
    },
    get open() {
      return nearSockets.size
    },
    behave(next) {
      manner = next
    },
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    cut,
    cutWhenSent(text) {
      fatal = text
    },
    reset() {
      for (const socket of nearSockets) socket.resetAndDestroy()
    },
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
