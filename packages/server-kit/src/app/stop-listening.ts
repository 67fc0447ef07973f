import { Server as SocketServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

const CLOSE_IDLE_MS = 100

/**
 * Takes no more connections, and leaves those there are alone: the server's own way also cuts those that wait for a next
 * request, which may be on its way. That part comes when Fastify closes the server, and again for each that falls idle then.
 */
export function stopListening({ server }: FastifyInstance): void {
  let isClosed = false
  server.once('close', () => (isClosed = true))
  SocketServer.prototype.close.call(server)
  Object.assign(server, {
    close(done: () => void = () => {}) {
      const closeIdle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS)
      const end = () => {
        clearInterval(closeIdle)
        done()
      }
      if (isClosed) end()
      else server.once('close', end)
      server.closeIdleConnections()
      return server
    },
  })
}
