import type { AnyRoute, Envelope, RouteArgs, RouteReplyGiven } from '@qd/contract-kit'
import { BYTES_TYPE, z } from '@qd/contract-kit'
import { vi } from 'vitest'
import { useSession, userReaches } from '@qd/web-base'

export interface FakeCall {
  method: string
  path: string
  /** The address as asked for, base address and query included. */
  address: string
  query: Record<string, string>
  params: Record<string, string>
  body: unknown
  /** What a route with `textLimit` was sent beside the body, one with `bytesLimit` as its body. */
  text: string
  headers: Headers
}

/** A failure as the server would answer it. */
export class FakeFailure {
  readonly status: number
  readonly code: string
  readonly msg: string
  readonly extra: Partial<Envelope>

  constructor(status: number, code: string, msg: string = code, extra: Partial<Envelope> = {}) {
    this.status = status
    this.code = code
    this.msg = msg
    this.extra = extra
  }
}

export type FakeReply<R extends AnyRoute> = (
  args: RouteArgs<R>,
  asked: FakeCall,
) => RouteReplyGiven<R> | FakeFailure | Response | Promise<RouteReplyGiven<R> | FakeFailure | Response>

export interface FakeRoute {
  route: AnyRoute
  reply: FakeReply<AnyRoute>
}

/** Answers a declared route; what does not fit its schema fails the test. */
export function fake<R extends AnyRoute>(route: R, reply: FakeReply<R>): FakeRoute {
  return { route, reply: reply as unknown as FakeReply<AnyRoute> }
}

export interface FakeApi {
  /** Every call so far, oldest first. */
  calls: FakeCall[]
  callsOf(route: AnyRoute): FakeCall[]
  /** Adds or replaces answers. */
  on<R extends AnyRoute>(route: R, reply: FakeReply<R>): void
}

function matcher(path: string): RegExp {
  const names = path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
  return new RegExp(`^(?:/line/[^/]+)?${names}$`)
}

function envelopeOf(status: number, msg: string, data: unknown, rest: Partial<Envelope>): Response {
  const body = { status, msg, data, requestId: 'test-request', ...rest }
  return Response.json(body, { status: status === 0 ? 200 : status })
}

/** As the server's guard: a call whose right the signed-in user holds nowhere is refused. */
function isRefused({ permission }: AnyRoute): boolean {
  if (typeof permission === 'string') return false
  return !userReaches(useSession.getState().userInfo, permission, {})
}

async function answer(found: FakeRoute, asked: FakeCall): Promise<Response> {
  const args = { params: asked.params, query: asked.query, body: asked.body }
  const reply: unknown = await found.reply(args as RouteArgs<AnyRoute>, asked)
  if (reply instanceof Response) return reply
  if (reply instanceof FakeFailure) {
    const err = { code: reply.code, retryable: false }
    return envelopeOf(reply.status, reply.msg, null, { err, ...reply.extra })
  }
  const parsed = z.safeParse(found.route.reply as z.core.$ZodType, reply)
  if (!parsed.success) {
    const reasons = z.prettifyError(parsed.error)
    throw new Error(`fake reply of ${found.route.path} does not fit its contract: ${reasons}`)
  }
  return envelopeOf(0, '', parsed.data, {})
}

/** What is sent with a text arrives as a file does; bytes are all there is. */
async function readText(asked: FakeCall, sent: Blob): Promise<void> {
  const all = await sent.text()
  if (asked.headers.get('content-type') === BYTES_TYPE) return void (asked.text = all)
  const end = all.indexOf('\n')
  asked.body = JSON.parse(all.slice(0, end)) as unknown
  asked.text = all.slice(end + 1)
}

function readCall(address: string, init: RequestInit): FakeCall {
  const url = new URL(address, 'http://console.test')
  return {
    method: init.method ?? 'GET',
    path: url.pathname,
    address,
    query: Object.fromEntries(url.searchParams),
    params: {},
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    text: '',
    headers: new Headers(init.headers),
  }
}

/**
 * Replaces fetch by answers built from the contract; a call nobody answers fails as 404. Guarded, it refuses what the
 * user of the page has no right to, so that a page that leans on rights its users may lack is found out.
 */
export function fakeApi(routes: readonly FakeRoute[] = [], { isGuarded = false } = {}): FakeApi {
  const known: FakeRoute[] = [...routes]
  const calls: FakeCall[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const asked = readCall(address, init)
    if (init.body instanceof Blob) await readText(asked, init.body)
    calls.push(asked)
    init.signal?.throwIfAborted()
    const found = known.findLast(
      ({ route }) => route.method === asked.method && matcher(route.path).test(asked.path),
    )
    if (found === undefined) return envelopeOf(404, `no fake for ${asked.method} ${asked.path}`, null, {})
    if (isGuarded && isRefused(found.route)) {
      const err = { code: 'forbidden', retryable: false }
      return envelopeOf(403, `not allowed: ${asked.path}`, null, { err })
    }
    asked.params = { ...matcher(found.route.path).exec(asked.path)?.groups }
    const answered = await answer(found, asked)
    init.signal?.throwIfAborted()
    return answered
  })
  return {
    calls,
    callsOf: (route) =>
      calls.filter((asked) => route.method === asked.method && matcher(route.path).test(asked.path)),
    on: (route, reply) => void known.push(fake(route, reply)),
  }
}
