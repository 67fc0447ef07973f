import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { EnvError } from '../env.ts'
import type { Env } from '../env.ts'
import type { Registry } from './registry.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const SHORTEST_TOKEN = 16
const digest = (text: string) => createHash('sha256').update(text).digest()

function readMetricsToken(file: string): Buffer {
  let token: string
  try {
    token = readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new EnvError(`QD_METRICS_TOKEN_FILE: ${(cause as Error).message}`, { cause })
  }
  if (token.length < SHORTEST_TOKEN) {
    throw new EnvError(`QD_METRICS_TOKEN_FILE: a token of ${SHORTEST_TOKEN} characters or more is wanted`)
  }
  return digest(token)
}

/** Without a token only who sits on this machine may look: never somebody a proxy brought, whatever its headers say. */
function isLocal({ socket, headers }: FastifyRequest, hasProxies: boolean): boolean {
  const isForwarded = Object.keys(headers).some(
    (name) => name === 'forwarded' || name === 'via' || name.startsWith('x-'),
  )
  return !hasProxies && !isForwarded && LOOPBACK.has(socket.remoteAddress ?? '')
}

/** `GET /metrics` for Prometheus; to everybody else the address does not exist. */
export function serveMetrics(
  app: FastifyInstance,
  registry: Registry,
  env: Pick<Env, 'metricsTokenFile' | 'trustedProxies'>,
): void {
  const token = env.metricsTokenFile === undefined ? null : readMetricsToken(env.metricsTokenFile)
  const isAllowed = (request: FastifyRequest) => {
    if (token === null) return isLocal(request, env.trustedProxies.length > 0)
    const [, given = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
    return timingSafeEqual(digest(given), token)
  }
  app.get('/metrics', { config: { title: 'metrics' } }, async (request, reply) => {
    if (!isAllowed(request)) return reply.callNotFound()
    return reply
      .headers({ 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' })
      .send(await registry.text())
  })
}
