import type * as z from 'zod/mini'
import type { ApprovalType } from './approval.ts'
import type { DeclaredPermission, Level, Permission, Risk, SessionKind } from './permission.ts'

export type Method = 'GET' | 'POST'
export type Schema = z.core.$ZodType

/** What a call's input says about its target; the server resolves and checks all that is present. */
export interface TargetRef {
  readonly game?: unknown
  readonly operator?: unknown
  readonly lineId?: unknown
  readonly sId?: unknown
  readonly uId?: unknown
}

type Parsed<S> = S extends Schema ? z.output<S> : undefined
type Given<S> = S extends Schema ? z.input<S> : undefined

/** Parsed input of a call as its handler sees it. */
export interface InputOf<P, Q, B> {
  readonly params: Parsed<P>
  readonly query: Parsed<Q>
  readonly body: Parsed<B>
}

export interface RouteSpec<
  P extends Schema | undefined,
  Q extends Schema | undefined,
  B extends Schema | undefined,
  R extends Schema,
> {
  readonly method: Method
  /** Fastify path; the paths the specification names are kept letter by letter. */
  readonly path: string
  /** Key of the title under `routes` in the feature's contract texts; also the audit action. */
  readonly title: string
  readonly permission: Permission
  readonly level: Level
  /**
   * Which signed-in callers may call. Default: all but `pending`; where the permission is `session`, people and previews: such
   * a call asks who somebody is, and an API token is its grants. `WITH_TOKENS` opens it to tokens, and then its handler asks
   * their grants. Calls about the own account name `full`, so that no token and no preview changes who may sign in.
   */
  readonly sessionKinds?: readonly SessionKind[]
  /** Asked for besides `permission`, at the same place. */
  readonly also?: readonly DeclaredPermission[]
  /** Floor of the risk. */
  readonly risk: Risk
  /** Floor in production where that is higher. */
  readonly riskInProduction?: Risk
  /** The highest risk the server may find after a look at the target; absent: it raises nothing. */
  readonly risesTo?: Risk
  /**
   * What a caller types where the call has to be confirmed: `place` (default) the player, else the server, else the
   * line it is about; `named` what the server names, e.g. a record that is deleted. From R3 on in production the
   * call's body, or the query of a GET, carries it as `confirm` beside `reason`.
   */
  readonly confirms?: 'place' | 'named'
  /**
   * Whether the caller proves for this one action that it is them, beside what its risk asks: from R4 on every call does.
   * `always`; or `sometimes`, when the handler asks (`ctx.stepUp`).
   */
  readonly stepUp?: 'always' | 'sometimes'
  /**
   * A policy may ask for an approval: its handler calls `ctx.approve` once, after all checks and before the first write. Until
   * then nothing can be written.
   */
  readonly approval?: ApprovalType
  readonly target?: (input: InputOf<P, Q, B>) => TargetRef
  /** `cover` (default): grants must cover the target. `reach`: touching it is enough, the answer is filtered. */
  readonly scopeRule?: 'cover' | 'reach'
  /** What of the input the audit row keeps; never secrets. Absent: nothing but the target. */
  readonly audit?: (input: InputOf<P, Q, B>) => Record<string, unknown>
  /** What the audit row names as its object where that is no player or server: a user id, a role code. */
  readonly subject?: (input: InputOf<P, Q, B>) => string | undefined
  /** `reason` must say something everywhere; asked after the gate, so that R3 in production is 428 first. */
  readonly needsReason?: boolean
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly reply: R
  /** Unknown body fields: our own calls refuse them, calls of the specification drop them. */
  readonly unknownFields?: 'refuse' | 'ignore'
  /** Extra fields beside `data` in the envelope, e.g. `timestamp` of the clock call. */
  readonly lift?: readonly string[]
  /**
   * Largest JSON in bytes. Default: 16,384 for a public call, else what the schema of `body` can hold, at least
   * 16,384, or 65,536 where the schema leaves something open.
   */
  readonly bodyLimit?: number
  /** Most values in it; default 200,000. */
  readonly bodyValues?: number
  /**
   * Bytes of text a call takes beside `body`. Its body is `text/plain` then: the first line is the JSON of `body`,
   * all below it the text, which the handler reads piece by piece (`ctx.sent`) after the guard has passed the call.
   */
  readonly textLimit?: number
  /**
   * Bytes of a body that is nothing but bytes (`application/octet-stream`): a part of a file. Its parameters stand in
   * `query`, there is no `body`; the handler reads them piece by piece (`ctx.sentBytes`) after the guard.
   */
  readonly bytesLimit?: number
  /** The reply is a file or foreign format the handler sends itself. */
  readonly raw?: boolean
}

export interface Route<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema = Schema,
> extends RouteSpec<P, Q, B, R> {
  readonly kind: 'route'
}

/** Declares a call once; validation, guard, audit, OpenAPI, typed client and tests come from it. */
export function defineRoute<
  R extends Schema,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(spec: RouteSpec<P, Q, B, R>): Route<P, Q, B, R> {
  return { kind: 'route', ...spec }
}

/** Any route, for registries and loops; handlers keep the precise type. */
// eslint-disable-next-line typescript/no-explicit-any -- variance: target() of a precise route takes a precise input
export type AnyRoute = Route<any, any, any, any>

export type RouteInput<T> = T extends Route<infer P, infer Q, infer B, infer _R> ? InputOf<P, Q, B> : never
export type RouteReply<T> = T extends Route<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never
export type RouteReplyGiven<T> = T extends Route<infer _P, infer _Q, infer _B, infer R> ? z.input<R> : never
/** What a caller has to supply; parts without schema may be left out. */
export type RouteArgs<T> =
  T extends Route<infer P, infer Q, infer B, infer _R>
    ? (P extends Schema ? { params: Given<P> } : { params?: undefined }) &
        (Q extends Schema ? { query: Given<Q> } : { query?: undefined }) &
        (B extends Schema ? { body: Given<B> } : { body?: undefined })
    : never
