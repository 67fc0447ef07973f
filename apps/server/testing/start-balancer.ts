import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export interface Balancer {
  url: string
  close(): Promise<void>
}

/** Hands connections to the given addresses in turn, past those that refuse: all a balancer has to do for us. */
export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  const ports = urls.map((url) => Number(new URL(url).port))
  const sockets = new Set<Socket>()
  let turn = 0
  const join = (near: Socket, triesLeft: number) => {
    const far = connect(ports[turn++ % ports.length]!, '127.0.0.1')
    let isJoined = false
    far.once('connect', () => {
      isJoined = true
      sockets.add(far)
      near.pipe(far).pipe(near)
    })
    far.on('error', () => {
      if (!isJoined && triesLeft > 1) join(near, triesLeft - 1)
      else near.destroy()
    })
    far.once('close', () => {
      sockets.delete(far)
      if (isJoined) near.destroy()
    })
    near.once('close', () => far.destroy())
  }
  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => near.destroy())
    near.once('close', () => sockets.delete(near))
    join(near, ports.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
