import { coreErrors, AppError, isSessionless, grantsAtDoor, permissionKey, reaches } from '@qd/contract-kit'
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
import { bodyConfigOf, takeBodies } from '../body/body-door.ts'
import { SIGN_HEADER } from '@qd/game-contract/signing'
import { beginGameCall } from '../guard/game-call.ts'
import type { GameCall } from '../guard/game-call.ts'
import { refuseForbiddenKeys } from '../guard/forbidden-keys.ts'
import { readToken } from '../guard/read-token.ts'
import { refuseWrongKind } from '../guard/refuse-wrong-kind.ts'
import type {
  ApprovalsPort,
  AuditPort,
  Caller,
  GameServersPort,
  GatePort,
  ScopePort,
  SessionPort,
} from '../ports/index.ts'
import { failureOf, successText, toAppError } from '../serve/envelope.ts'
import { askFor, whileWaited } from '../serve/current-asker.ts'
import { CALL_DEADLINE_MS } from '../serve/call-ending.ts'
import { LiveCall } from '../serve/live-call.ts'
import { errorLine } from '../log/describe-error.ts'
import { lazyChild } from '../log/lazy-child.ts'
import { logCalls } from '../log/log-calls.ts'
import { packAnswer } from '../serve/pack-answer.ts'
import { noteForbidden, runCall } from '../serve/run-call.ts'
import type { ServedRoute } from '../serve/serve.ts'
import type { Texts } from '../texts/texts.ts'
import { checkDeclarations } from './check-declarations.ts'
import { checkResources } from './check-resources.ts'
import { answerAndClose, answerEarly, isStillSending } from './answer-early.ts'
import { answerBrokenRequest } from './answer-broken-request.ts'
import { ANSWER_HEADERS } from './answer-headers.ts'
import { drainOnClose } from './drain.ts'
import { createEarlyRefusals } from './early-refusals.ts'
import { createHostRule } from '../hosts/host-rule.ts'
import type { HostRule } from '../hosts/host-rule.ts'
import { createRequestIds } from './request-ids.ts'
import type { ServerFeature } from './server-feature.ts'

export interface AppOptions {
  features: readonly ServerFeature[]
  session: SessionPort
  scope: ScopePort
  audit: AuditPort
  gate?: GatePort
  /** Who says which gated calls need an approval; nobody by default. */
  approvals?: ApprovalsPort
  /** Who may call as a game server; nobody by default. */
  gameServers?: GameServersPort
  /** For what is signed with a time, ms UTC. */
  nowMs?(): number
  texts: Texts
  logger: FastifyBaseLogger
  /** Waits until nothing other nodes have said is missing here; asked before memory decides who may do what. */
  caughtUp?: () => void | Promise<void>
  /** Addresses of proxies whose forwarded headers count; none by default. */
  trustedProxies?: readonly string[]
  /** Which hosts requests may name; by default those of loopback. */
  isKnownHost?: HostRule
  /** How slow a client may be, in ms; what is absent keeps its default. */
  slowness?: Partial<typeof SLOWNESS>
  /** How long a call may take before its handler is told to end, ms. */
  callMs?: number
  /** Makes the socket server, e.g. with TLS; plain HTTP by default. */
  serverFactory?: FastifyServerFactory
}

/** What a slow client may take, in ms: for all headers, for the whole request, between two requests. */
const SLOWNESS = {
  headersTimeout: 10_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 75_000,
  /** For the body of a public call; the pace of all others is looked at from then on. */
  bodyTimeout: 10_000,
  /** Not a time: below this, on the average, a body is too slow. */
  bodyBytesPerSecond: 32_768,
  /** How often the first two are looked after; Node's own 30 s would let headers take 40. */
  connectionsCheckingInterval: 2_000,
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    /** The game server that calls; only at routes for game servers. */
    gameCall: GameCall | null
    /** Whether its call has begun: from then on the call leaves its own rows. */
    hasBegun: boolean
  }
}

/**
 * Our own faults are errors with their stack; a game server that is down is ordinary life, a database that is down one line a
 * call. A full or damaged disk was told when it was found, and each refused call says nothing new.
 */
function logFailure(failure: AppError, request: FastifyRequest): void {
  const { code, status } = failure.def
  if (status < 500) return
  const reason = failure.cause === undefined ? '' : errorLine(failure.cause)
  if (/^upstream_|_unknown$|^storage_(full|damaged)$/.test(code))
    request.log.info({ code, reason }, 'call failed')
  else if (/_unavailable$|^overloaded$|^call_timeout$|^caller_left$/.test(code))
    request.log.warn({ code, reason }, 'call failed')
  else request.log.error({ code, err: failure.cause ?? failure }, 'call failed')
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, texts: Texts): void {
  const failure = toAppError(error)
  logFailure(failure, request)
  const { status } = failure.def
  const body = JSON.stringify(failureOf(failure, texts, languageOf(request.headers['lang']), request.id))
  if (failure.def === coreErrors.body_too_slow) return answerAndClose(reply, status, body)
  if (isStillSending(request)) return answerEarly(request, reply, status, body)
  signFor(request, reply, status, body)
  void reply.code(status).headers(ANSWER_HEADERS).send(body)
}

/** A game server believes only what is signed for its call. */
function signFor({ gameCall }: FastifyRequest, reply: FastifyReply, status: number, body: string): void {
  const signature = gameCall?.sign(status, body) ?? null
  if (signature !== null) void reply.header(SIGN_HEADER, signature)
}

interface Door {
  session: SessionPort
  caughtUp?: (() => void | Promise<void>) | undefined
  /** Called before somebody is refused who holds the permission nowhere. */
  onForbidden(): Promise<void>
}

/** Refuses who may not make this call at all, before the input is looked at; true where that leaves a row. */
function isForbidden(caller: Caller | null, route: AnyRoute): boolean {
  if (isSessionless(route.permission)) return false
  if (caller === null) throw new AppError(coreErrors.session_required)
  refuseWrongKind(caller, route)
  const { permission } = route
  if (permission === 'session') return false
  return !reaches(grantsAtDoor(caller.grants, permission), permissionKey(permission), {})
}

/** Who asks; at once where memory knows, since that is nearly every call. */
function callerBehind(
  token: string,
  { raw }: FastifyRequest,
  door: Door,
): Caller | null | Promise<Caller | null> {
  const known = () => door.session.authenticate(token, raw.socket)
  const catchingUp = door.caughtUp?.()
  return catchingUp instanceof Promise ? catchingUp.then(known) : known()
}

/** Says why the session ended: whose page keeps what was typed for them, or forgets it, by that. */
async function refuseEnded(token: string, session: SessionPort): Promise<never> {
  const reason = await session.endReason(token)
  throw new AppError(coreErrors.session_expired, reason === null ? {} : { details: { reason } })
}

/** Lets a request in or refuses it; at once, without a promise, where nothing has to be waited for. */
function authenticate(request: FastifyRequest, route: AnyRoute, door: Door): Promise<void> | undefined {
  const token = readToken(request.headers)
  const letIn = (caller: Caller | null): Promise<void> | undefined => {
    request.caller = caller
    if (caller === null && token !== null && route.permission !== 'public')
      return refuseEnded(token, door.session)
    if (!isForbidden(caller, route)) return undefined
    return door.onForbidden().then(() => {
      throw new AppError(coreErrors.forbidden)
    })
  }
  const caller = token === null ? null : callerBehind(token, request, door)
  return caller instanceof Promise ? caller.then(letIn) : letIn(caller)
}

function registerRoute(app: FastifyInstance, served: ServedRoute, options: AppOptions, gate: GatePort): void {
  const { route } = served
  const ports = { scope: options.scope, audit: options.audit, gate, approvals: options.approvals }
  const callOf = (request: FastifyRequest, reply: FastifyReply) => {
    const lang = languageOf(request.headers['lang'])
    const { texts, callMs = CALL_DEADLINE_MS } = options
    return new LiveCall({ request, reply, lang, texts, caller: request.caller, callMs })
  }
  const isOfGames = route.permission === 'game-server'
  const paths = route.path.startsWith('/adjust/')
    ? [route.path, `/line/:baseLineId${route.path}`]
    : [route.path]
  for (const url of paths) {
    app.route({
      method: route.method,
      url,
      // Balancers ask for health by HEAD; anything with an effect or a session has none.
      exposeHeadRoute: route.method === 'GET' && route.permission === 'public' && route.query === undefined,
      config: { title: route.title, risk: route.risk, body: bodyConfigOf(route) },
      onRequest(request, reply, done) {
        if (isOfGames) {
          request.gameCall = beginGameCall(request, options.gameServers, options.nowMs ?? Date.now)
          return done()
        }
        const waiting = authenticate(request, route, {
          session: options.session,
          caughtUp: options.caughtUp,
          onForbidden: () => whileWaited(() => noteForbidden(served, callOf(request, reply), options.audit)),
        })
        if (waiting === undefined) return done()
        // eslint-disable-next-line promise/no-callback-in-promise -- a hook that may return nothing has to call back
        waiting.then(() => done(), done)
      },
      handler(request, reply) {
        refuseForbiddenKeys(request.query)
        const call = callOf(request, reply)
        request.hasBegun = true
        const answer = (data: unknown) => {
          if (reply.sent || route.raw === true) return reply.sent ? reply : data
          void reply.headers(ANSWER_HEADERS)
          const text = successText(route, data, request.id, call.message)
          if (!isOfGames) return packAnswer(text, request, reply)
          signFor(request, reply, 200, text)
          return text
        }
        const run = () => runCall(served, call, ports)
        const { gameCall } = request
        if (gameCall !== null) {
          const proven = { requestId: request.id, title: route.title }
          return whileWaited(() => gameCall.admit(proven).then(run)).then(answer)
        }
        const data =
          request.caller === null
            ? whileWaited(run)
            : askFor({ id: request.caller.userId, language: call.lang }, run)
        return data instanceof Promise ? data.then(answer) : answer(data)
      },
    })
  }
}

/** The HTTP server made of features; nothing is served that no contract declares. */
export function createApp(options: AppOptions): FastifyInstance {
  const served = options.features.flatMap((feature) => feature.routes)
  checkDeclarations(served)
  checkResources(options.features)
  const isKnownHost = options.isKnownHost ?? createHostRule()
  const misdirected = () => new AppError(coreErrors.host_unknown)
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    childLoggerFactory: (logger, bindings, opts) => lazyChild(logger, bindings, opts),
    genReqId: createRequestIds(),
    trustProxy: options.trustedProxies === undefined ? false : [...options.trustedProxies],
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    exposeHeadRoutes: false,
    // `drainOnClose` says it in the envelope.
    return503OnClosing: false,
    // No hook has seen these: their host is looked at here.
    frameworkErrors: (error, request, reply) =>
      sendFailure(isKnownHost(request.raw) ? error : misdirected(), request, reply, options.texts),
    clientErrorHandler: answerBrokenRequest(options.texts, createRequestIds()),
    // A missing `Host` is answered by the rule of hosts, in the envelope; a socket factory says the same itself.
    http: { requireHostHeader: false },
    ...(options.serverFactory === undefined ? {} : { serverFactory: options.serverFactory }),
  })
  // Slow clients hold nothing for long (T29); a socket factory keeps Node's own settings, so they are set here.
  const { bodyTimeout, bodyBytesPerSecond, ...slowness } = { ...SLOWNESS, ...options.slowness }
  Object.assign(app.server, slowness)
  // Before anything else looks at a request.
  app.addHook('onRequest', ({ raw }, _reply, done) => done(isKnownHost(raw) ? undefined : misdirected()))
  takeBodies(app, { bodyTimeout, bodyBytesPerSecond })
  drainOnClose(app)
  logCalls(app)
  app.decorateRequest('caller', null)
  app.decorateRequest('gameCall', null)
  app.decorateRequest('hasBegun', false)
  const early = createEarlyRefusals(options.audit, {
    onError: (err) => options.logger.error({ err }, 'refused requests are not in the audit yet'),
  })
  app.addHook('onClose', () => early.flush())
  app.setErrorHandler((error, request, reply) => {
    if (request.caller !== null && !request.hasBegun) early.note(request, request.caller, toAppError(error))
    sendFailure(error, request, reply, options.texts)
  })
  app.setNotFoundHandler((request, reply) =>
    sendFailure(new AppError(coreErrors.not_found), request, reply, options.texts),
  )
  const gate = options.gate ?? createDefaultGate(null)
  for (const each of served) registerRoute(app, each, options, gate)
  return app
}
