import type { FastifyInstance } from 'fastify'

/**
 * One line for each call, at level info: what was asked by its declared title, who asked by their id. Nothing a person
 * typed is in it, so no address, no query and no name.
 */
export function logCalls(app: FastifyInstance): void {
  // Most consoles log warnings only: the line is not even put together then.
  if (!['trace', 'debug', 'info'].includes(app.log.level)) return
  app.addHook('onResponse', (request, reply, done) => {
    const { title } = request.routeOptions.config as { title?: string }
    const actor = request.caller?.userId
    request.log.info(
      {
        call: title ?? 'other',
        method: request.method,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(actor === undefined ? {} : { actor }),
      },
      'answered',
    )
    done()
  })
}
