import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { Envelope } from '@qd/contract-kit'
import { coreTextsFolder } from '@qd/contract-kit/texts'
import { languageOf } from '@qd/i18n'
import { errorText, loadTexts } from '@qd/server-kit'
import type { Env } from '../env.ts'
import { knownHosts } from '../listen/known-hosts.ts'
import { listenHost } from '../listen/listen-name.ts'
import { tlsServerFactory } from '../listen/tls-server.ts'

/** Slow strangers hold nothing here either. */
const PATIENCE_MS = 10_000

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'retry-after': '5',
  connection: 'close',
} as const

const pathOf = ({ url = '' }: IncomingMessage) => url.split('?', 1)[0]

/** What is said in place of a console that is not there yet: that it lives, and nothing else. */
function answering(env: Env): (request: IncomingMessage, response: ServerResponse) => void {
  const texts = loadTexts([coreTextsFolder])
  const isKnownHost = knownHosts(env)
  const failure = (def: AppError['def'], request: IncomingMessage): Envelope => {
    const msg = errorText(new AppError(def), texts, languageOf(request.headers['lang']))
    return {
      status: def.status,
      msg,
      data: null,
      requestId: randomUUID(),
      err: { code: def.code, retryable: def.retryable },
    }
  }
  return (request, response) => {
    const isAlive = pathOf(request) === '/healthz'
    const envelope = isAlive
      ? { status: 0, msg: '', data: 'ok', requestId: randomUUID() }
      : failure(isKnownHost(request) ? coreErrors.starting : coreErrors.host_unknown, request)
    const body = JSON.stringify(envelope)
    response.writeHead(envelope.status === 0 ? 200 : envelope.status, {
      ...HEADERS,
      'content-length': Buffer.byteLength(body),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
    // Nobody wants the body, and the answer says that the connection ends.
    response.once('finish', () => request.socket.destroySoon())
  }
}

/**
 * Behind a proxy other nodes may take the calls. Some proxies send no call a second time that a node has answered, with 503
 * too, and every one goes elsewhere with a connection that is refused.
 */
const isOneOfSeveral = ({ databaseUrl, trustedProxies }: Env) =>
  databaseUrl !== undefined && trustedProxies.length > 0

/**
 * Listens where the console will, from before anything of it is opened: a port that is taken is told before anything is
 * changed, and who calls hears 503 `starting` instead of nothing. Null where any port will do, and for one of several nodes,
 * which tries the port and leaves it again. Throws what listening throws.
 */
export async function openStartingDoor(env: Env): Promise<{ close(): Promise<void> } | null> {
  if (env.port === 0) return null
  const answer = answering(env)
  const server = (
    env.tls === undefined
      ? createServer({ requireHostHeader: false }, answer)
      : tlsServerFactory(env.tls)(answer as never, {})
  ) as Server
  Object.assign(server, { headersTimeout: PATIENCE_MS, requestTimeout: PATIENCE_MS, keepAliveTimeout: 1 })
  server.on('clientError', (_error, socket) => socket.destroy())
  server.listen(env.port, listenHost(env.host))
  await once(server, 'listening')
  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  if (!isOneOfSeveral(env)) return { close }
  await close()
  return null
}
