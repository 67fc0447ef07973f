import { Server as SocketServer } from 'node:net'
import type { Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

const CLOSE_IDLE_MS = 100
/** A turn of the loop in which hardly anything can have arrived that it has not taken. */
const SHORT_TURN_MS = 1
const MOST_TURNS = 50

const stopped = new WeakSet<Server>()

export const isStopped = ({ server }: FastifyInstance): boolean => stopped.has(server)
export const isListening = ({ server }: FastifyInstance): boolean => server.listening

/**
 * Takes no more connections, and leaves those there are alone: the server's own way also cuts those that wait for a next
 * request, which may be on its way. That part comes when Fastify closes the server, and again for each that falls idle then.
 */
export function stopListening({ server }: FastifyInstance): void {
  let isClosed = false
  stopped.add(server)
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

/**
 * Closes an app that others call. What stands in the queue of a listening socket is reset when it closes, whatever it has
 * sent: so the loop first takes all that had arrived, and nobody is told to come again before new connections are refused.
 */
export async function closeListening(app: FastifyInstance): Promise<void> {
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    const startedMs = performance.now()
    await new Promise((resolve) => setImmediate(resolve))
    if (performance.now() - startedMs < SHORT_TURN_MS) break
  }
  if (isListening(app)) stopListening(app)
  await app.close()
}
