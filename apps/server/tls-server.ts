import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { FastifyServerFactory } from 'fastify'

/** Serves over TLS from certificate files; a proxy in front is the other way. */
export function tlsServerFactory(files: { certFile: string; keyFile: string }): FastifyServerFactory {
  const cert = readFileSync(files.certFile)
  const key = readFileSync(files.keyFile)
  return (handler) =>
    createServer({ cert, key, minVersion: 'TLSv1.2' }, handler) as unknown as ReturnType<FastifyServerFactory>
}
