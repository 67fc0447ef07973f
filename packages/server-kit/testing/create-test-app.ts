import { noteDoor } from '@qd/contract-kit/testing'
import { BYTES_TYPE, JSON_TYPE, TEXT_TYPE } from '@qd/contract-kit'
import { coreTextsFolder } from '@qd/contract-kit/texts'
import type { Envelope, Grant } from '@qd/contract-kit'
import type { Store } from '@qd/store'
import { pino } from 'pino'
import type { Logger } from 'pino'
import { createApp, loadTexts } from '../src/index.ts'
import type {
  AppOptions,
  ApprovalsPort,
  AuditPort,
  Caller,
  GameServersPort,
  GatePort,
  ScopePort,
  ServerFeature,
  SessionPort,
} from '../src/index.ts'
import { fixedScope } from './fixed-scope.ts'
import { recordingAudit } from './recording-audit.ts'

export interface TestAppOptions {
  features: readonly ServerFeature[]
  scope?: ScopePort
  store?: Store<never>
  audit?: AuditPort
  gate?: GatePort
  approvals?: ApprovalsPort
  gameServers?: GameServersPort
  nowMs?: AppOptions['nowMs']
  session?: SessionPort
  /** Silent by default. */
  logger?: Logger
  slowness?: AppOptions['slowness']
  isKnownHost?: AppOptions['isKnownHost']
  callMs?: AppOptions['callMs']
}

/** A signed-in user with the given grants; the token equals the user name. */
export function aCaller(
  username: string,
  grants: readonly Grant[] = [],
  roles: readonly string[] = [],
): Caller {
  return {
    userId: `id-${username}`,
    username,
    name: username,
    sessionId: `session-${username}`,
    roles,
    grants,
  }
}

export const everything: Grant = { scope: '*', environment: '*', codes: ['*'] }

export interface TestAnswer<T = unknown> {
  http: number
  body: Envelope<T>
  raw: string
  headers: Record<string, unknown>
}

function sessionOf(callers: Map<string, Caller>): SessionPort {
  return {
    authenticate: (token) => callers.get(token) ?? null,
    endReason: async () => null,
    redeemTicket: async (ticket) => callers.get(ticket) ?? null,
    onEnded: () => () => {},
    onRightsChanged: () => () => {},
    current: async (sessionId) => [...callers.values()].find((each) => each.sessionId === sessionId) ?? null,
  }
}

interface Asked {
  body?: unknown
  /** Below the parameters of a call that takes a text. */
  text?: string
  /** Instead of both, of a call that takes bytes. */
  bytes?: Buffer
  headers?: Record<string, string>
}

function payloadOf({ body, text, bytes }: Asked) {
  if (bytes !== undefined) return { type: { 'content-type': BYTES_TYPE }, part: { payload: bytes } }
  if (body === undefined) return { type: {}, part: {} }
  const json = JSON.stringify(body)
  if (text === undefined) return { type: { 'content-type': JSON_TYPE }, part: { payload: json } }
  return { type: { 'content-type': TEXT_TYPE }, part: { payload: `${json}\n${text}` } }
}

/** The real guard around the given features; only session and scope are fixed. Speak to it by `as(user)`. */
export function createTestApp(options: TestAppOptions) {
  const callers = new Map<string, Caller>()
  const audit = recordingAudit(options.store)
  const app = createApp({
    features: options.features,
    session: options.session ?? sessionOf(callers),
    scope: options.scope ?? fixedScope([]),
    audit: options.audit ?? audit,
    ...(options.gate === undefined ? {} : { gate: options.gate }),
    ...(options.approvals === undefined ? {} : { approvals: options.approvals }),
    ...(options.gameServers === undefined ? {} : { gameServers: options.gameServers }),
    ...(options.nowMs === undefined ? {} : { nowMs: options.nowMs }),
    texts: loadTexts([coreTextsFolder, ...options.features.map(({ texts }) => texts)]),
    ...(options.slowness === undefined ? {} : { slowness: options.slowness }),
    ...(options.isKnownHost === undefined ? {} : { isKnownHost: options.isKnownHost }),
    ...(options.callMs === undefined ? {} : { callMs: options.callMs }),
    logger: options.logger ?? pino({ level: 'silent' }),
  })
  // Every request through the guard, also one a test injects by itself.
  app.addHook('onRequest', async ({ method, url }) => noteDoor(`${method} ${url.split('?')[0]}`))
  const send = async <T>(method: 'GET' | 'POST', url: string, token: string | null, asked: Asked) => {
    const { type, part } = payloadOf(asked)
    const headers = { ...(token === null ? {} : { token }), ...type, ...asked.headers }
    const answer = await app.inject({ method, url, headers, ...part })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    const body = (isJson ? answer.json() : null) as Envelope<T>
    return { http: answer.statusCode, body, raw: answer.body, headers: answer.headers } as TestAnswer<T>
  }
  const speaker = (token: string | null) => ({
    get: <T = unknown>(url: string, headers?: Record<string, string>) =>
      send<T>('GET', url, token, headers === undefined ? {} : { headers }),
    post: <T = unknown>(url: string, body: unknown = {}, headers?: Record<string, string>) =>
      send<T>('POST', url, token, headers === undefined ? { body } : { body, headers }),
    postText: <T = unknown>(url: string, body: unknown, text: string) =>
      send<T>('POST', url, token, { body, text }),
    postBytes: <T = unknown>(url: string, bytes: Buffer) => send<T>('POST', url, token, { bytes }),
  })
  return {
    app,
    audits: audit.rows,
    as(caller: Caller) {
      callers.set(caller.username, caller)
      return speaker(caller.username)
    },
    anonymous: speaker(null),
    withToken: (token: string) => speaker(token),
    forget: (caller: Caller) => callers.delete(caller.username),
    close: () => app.close(),
  }
}
