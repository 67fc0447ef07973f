import { coreErrors, AppError, permissionKey, reaches } from '@qd/contract-kit'
import type { AnyRoute } from '@qd/contract-kit'
import { languageOf } from '@qd/i18n'
import Fastify, { LogController } from 'fastify'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerFactory,
} from 'fastify'
import { createDefaultGate } from '../guard/default-gate.ts'
import { parseJsonBody, refuseForbiddenKeys } from '../guard/forbidden-keys.ts'
import { readToken } from '../guard/read-token.ts'
import { refuseWrongKind } from '../guard/refuse-wrong-kind.ts'
import type { AuditPort, Caller, GatePort, ScopePort, SessionPort } from '../ports/index.ts'
import { failureOf, successText, toAppError } from '../serve/envelope.ts'
import { LiveCall } from '../serve/live-call.ts'
import { errorLine } from '../log/describe-error.ts'
import { logCalls } from '../log/log-calls.ts'
import { noteForbidden, runCall } from '../serve/run-call.ts'
import type { ServedRoute } from '../serve/serve.ts'
import type { Texts } from '../texts/texts.ts'
import { checkDeclarations } from './check-declarations.ts'
import { answerEarly, isStillSending } from './answer-early.ts'
import { answerBrokenRequest } from './answer-broken-request.ts'
import { drainOnClose } from './drain.ts'
import { createRequestIds } from './request-ids.ts'
import type { ServerFeature } from './server-feature.ts'

export interface AppOptions {
  features: readonly ServerFeature[]
  session: SessionPort
  scope: ScopePort
  audit: AuditPort
  gate?: GatePort
  texts: Texts
  logger: FastifyBaseLogger
  /** Waits until nothing other nodes have said is missing here; asked before memory decides who may do what. */
  caughtUp?: () => void | Promise<void>
  /** Addresses of proxies whose forwarded headers count; none by default. */
  trustedProxies?: readonly string[]
  /** How slow a client may be, in ms; what is absent keeps its default. */
  slowness?: Partial<typeof SLOWNESS>
  /** Makes the socket server, e.g. with TLS; plain HTTP by default. */
  serverFactory?: FastifyServerFactory
}

/** What a slow client may take, in ms: for all headers, for the whole request, between two requests. */
const SLOWNESS = {
  headersTimeout: 10_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 75_000,
  /** How often the first two are looked after; Node's own 30 s would let headers take 40. */
  connectionsCheckingInterval: 2_000,
}

/** Largest body a call takes unless it declares less (S5.02). */
export const BODY_LIMIT_BYTES = 10_485_760

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** Answers are for this caller and this moment, and are nothing but JSON. */
const ANSWER_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/** Our own faults are errors with their stack; a game server that is down is ordinary life, a database that is down one line a call. */
function logFailure(failure: AppError, request: FastifyRequest): void {
  const { code, status } = failure.def
  if (status < 500) return
  const reason = failure.cause === undefined ? '' : errorLine(failure.cause)
  if (/^upstream_|_unknown$/.test(code)) request.log.info({ code, reason }, 'call failed')
  else if (/_unavailable$|^storage_full$|^overloaded$/.test(code))
    request.log.warn({ code, reason }, 'call failed')
  else request.log.error({ code, err: failure.cause ?? failure }, 'call failed')
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, texts: Texts): void {
  const failure = toAppError(error)
  logFailure(failure, request)
  const { status } = failure.def
  const body = JSON.stringify(failureOf(failure, texts, languageOf(request.headers['lang']), request.id))
  if (isStillSending(request)) return answerEarly(request, reply, status, body)
  void reply.code(status).headers(ANSWER_HEADERS).send(body)
}

interface Door {
  session: SessionPort
  caughtUp?: (() => void | Promise<void>) | undefined
  /** Called before somebody is refused who holds the permission nowhere. */
  onForbidden(): Promise<void>
}

async function authenticate(request: FastifyRequest, route: AnyRoute, door: Door): Promise<void> {
  const token = readToken(request.headers)
  if (token !== null) {
    const catchingUp = door.caughtUp?.()
    if (catchingUp instanceof Promise) await catchingUp
    const found = door.session.authenticate(token)
    request.caller = found instanceof Promise ? await found : found
  }
  if (route.permission === 'public') return
  if (token === null) throw new AppError(coreErrors.session_required)
  if (request.caller === null) throw new AppError(coreErrors.session_expired)
  refuseWrongKind(request.caller, route.sessionKinds)
  if (route.permission === 'session') return
  // Without the permission anywhere the answer is 403 before the input is looked at.
  if (reaches(request.caller.grants, permissionKey(route.permission), {})) return
  await door.onForbidden()
  throw new AppError(coreErrors.forbidden)
}

function registerRoute(app: FastifyInstance, served: ServedRoute, options: AppOptions, gate: GatePort): void {
  const { route } = served
  const ports = { scope: options.scope, audit: options.audit, gate }
  const callOf = (request: FastifyRequest, reply: FastifyReply) => {
    const lang = languageOf(request.headers['lang'])
    return new LiveCall({ request, reply, lang, texts: options.texts, caller: request.caller })
  }
  const paths = route.path.startsWith('/adjust/')
    ? [route.path, `/line/:baseLineId${route.path}`]
    : [route.path]
  for (const url of paths) {
    app.route({
      method: route.method,
      url,
      bodyLimit: route.bodyLimit ?? BODY_LIMIT_BYTES,
      // Balancers ask for health by HEAD; anything with an effect or a session has none.
      exposeHeadRoute: route.method === 'GET' && route.permission === 'public' && route.query === undefined,
      config: { title: route.title },
      onRequest: (request, reply) =>
        authenticate(request, route, {
          session: options.session,
          caughtUp: options.caughtUp,
          onForbidden: () => noteForbidden(served, callOf(request, reply), options.audit),
        }),
      handler: async (request, reply) => {
        refuseForbiddenKeys(request.query)
        const call = callOf(request, reply)
        const data = await runCall(served, call, ports)
        if (reply.sent || route.raw === true) return reply.sent ? reply : data
        void reply.headers(ANSWER_HEADERS)
        return successText(route, data, request.id, call.message)
      },
    })
  }
}

/** The HTTP server made of features; nothing is served that no contract declares. */
export function createApp(options: AppOptions): FastifyInstance {
  const served = options.features.flatMap((feature) => feature.routes)
  checkDeclarations(served.map(({ route }) => route))
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: createRequestIds(),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: options.trustedProxies === undefined ? false : [...options.trustedProxies],
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    exposeHeadRoutes: false,
    // `drainOnClose` says it in the envelope.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => sendFailure(error, request, reply, options.texts),
    clientErrorHandler: answerBrokenRequest(options.texts, createRequestIds()),
    ...(options.serverFactory === undefined ? {} : { serverFactory: options.serverFactory }),
  })
  // Slow clients hold nothing for long (T29); a socket factory keeps Node's own settings, so they are set here.
  Object.assign(app.server, SLOWNESS, options.slowness)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    try {
      const encoding = request.headers['content-encoding'] ?? 'identity'
      if (encoding !== 'identity') throw new AppError(coreErrors.content_type_unsupported)
      done(null, parseJsonBody(body as string))
    } catch (error) {
      done(error as Error)
    }
  })
  drainOnClose(app)
  logCalls(app)
  app.decorateRequest('caller', null)
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, options.texts))
  app.setNotFoundHandler((request, reply) =>
    sendFailure(new AppError(coreErrors.not_found), request, reply, options.texts),
  )
  const gate = options.gate ?? createDefaultGate()
  for (const each of served) registerRoute(app, each, options, gate)
  return app
}
