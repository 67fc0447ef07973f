import type { ServerResponse } from 'node:http'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { FastifyInstance } from 'fastify'
import { isListening, isStopped, stopListening } from './stop-listening.ts'

/** How long requests under way may take when the console stops (G14: 10 s for everything). */
const DRAIN_MS = 5_000
const TICK_MS = 100
/** Ticks without a request before connections are closed, and how many are waited for at most. */
const QUIET_TICKS = 3
/** So many connections are a balancer's, or many people's: of some of them the next request may be on a slow way. */
const MANY = 8
const LONGER_TICKS = 10
const MOST_TICKS = 20
/** Whoever asks whether to send calls here is told no. */
const READINESS = '/readyz'

const tick = () => new Promise<void>((resolve) => setTimeout(resolve, TICK_MS))
const openConnections = (app: FastifyInstance) =>
  new Promise<number>((resolve) => app.server.getConnections((error, open) => resolve(error ? 0 : open)))

/**
 * Stops in order. A balancer hands a refused connection to another node, whatever the call; a call it has sent it may not send
 * again. So new connections are refused at once, while each open one still gets the answer to its next request, with
 * `connection: close`. Once nobody asks any more the others are closed too. What still hangs is cut: once the server closes,
 * Node watches no deadline, and a half-sent request would hold it for ever.
 */
export function drainOnClose(app: FastifyInstance): void {
  let isClosing = false
  let asked = 0
  /** Calls that are being answered. */
  const open = new Set<ServerResponse>()
  app.addHook('onRequest', (request, { raw }, done) => {
    asked++
    open.add(raw)
    if (isClosing && request.routeOptions.url === READINESS) done(new AppError(coreErrors.overloaded))
    else done()
  })
  app.addHook('onResponse', (_request, { raw }, done) => {
    open.delete(raw)
    done()
  })
  app.addHook('preClose', async () => {
    isClosing = true
    if (isListening(app)) stopListening(app)
    else if (!isStopped(app)) return
    // Those that come from now on get the same from Fastify: the next request of this client goes elsewhere.
    for (const answer of open) if (!answer.headersSent) answer.shouldKeepAlive = false
    const enough = (await openConnections(app)) < MANY ? QUIET_TICKS : LONGER_TICKS
    let quietTicks = 0
    for (let ticks = 0; ticks < MOST_TICKS && quietTicks < enough; ticks++) {
      if ((await openConnections(app)) === 0) return
      const before = asked
      await tick()
      quietTicks = asked === before && open.size === 0 ? quietTicks + 1 : 0
    }
    const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
    cut.unref()
    app.server.once('close', () => clearTimeout(cut))
  })
}
