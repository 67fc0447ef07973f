import { AppError, coreErrors } from '@qd/contract-kit'
import type { FastifyInstance } from 'fastify'

/** How long requests under way may take when the console stops (G14: 10 s for everything). */
const DRAIN_MS = 5_000
const TICK_MS = 100
/** Ticks without a request before connections are closed, and how many are waited for at most. */
const QUIET_TICKS = 3
const MOST_TICKS = 20

const tick = () => new Promise<void>((resolve) => setTimeout(resolve, TICK_MS))
const openConnections = (app: FastifyInstance) =>
  new Promise<number>((resolve) => app.server.getConnections((error, open) => resolve(error ? 0 : open)))

/**
 * Stops in order. Closing at once would reset connections whose next request is on its way: so the door stays open until
 * nobody asks any more, every newcomer is told to go elsewhere (503, `connection: close`), and only then it closes. What
 * still hangs is cut: once the server closes, Node watches no deadline, and a half-sent request would hold it for ever.
 */
export function drainOnClose(app: FastifyInstance): void {
  let isClosing = false
  let asked = 0
  let answered = 0
  app.addHook('onRequest', (_request, _reply, done) => {
    asked++
    if (isClosing) done(new AppError(coreErrors.overloaded))
    else done()
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    answered++
    done()
  })
  app.addHook('preClose', async () => {
    isClosing = true
    const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
    cut.unref()
    app.server.once('close', () => clearTimeout(cut))
    if ((await openConnections(app)) === 0) return
    let quietTicks = 0
    for (let ticks = 0; ticks < MOST_TICKS && quietTicks < QUIET_TICKS; ticks++) {
      const before = asked
      await tick()
      quietTicks = asked === before && asked === answered ? quietTicks + 1 : 0
    }
  })
}
