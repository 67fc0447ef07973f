import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { FastifyServerFactory } from 'fastify'
import { EnvError } from '../env.ts'

function orEnvError<T>(make: () => T): T {
  try {
    return make()
  } catch (cause) {
    throw new EnvError(
      `QD_TLS_CERT: QD_TLS_CERT and QD_TLS_KEY cannot be used (${(cause as Error).message})`,
      {
        cause,
      },
    )
  }
}

/** Serves over TLS from certificate files; a proxy in front is the other way. */
export function tlsServerFactory(files: { certFile: string; keyFile: string }): FastifyServerFactory {
  const [cert, key] = orEnvError(() => [readFileSync(files.certFile), readFileSync(files.keyFile)])
  return (handler) =>
    orEnvError(() =>
      createServer({ cert, key, minVersion: 'TLSv1.2', requireHostHeader: false }, handler),
    ) as unknown as ReturnType<FastifyServerFactory>
}
