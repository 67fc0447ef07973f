import { bodyRulesOf, mostRisk } from '@qd/contract-kit'
import type { AnyRoute, Risk, RouteInput, RouteReplyGiven, TargetRef } from '@qd/contract-kit'
import type { Caller, CataloguePlace } from '../ports/index.ts'
import type { CallContext } from './call-context.ts'

type Answer<R> = RouteReplyGiven<R> | Promise<RouteReplyGiven<R>>

/** How an approved call ended; with a job it goes on. */
export interface CallEnd {
  readonly state: 'succeeded' | 'partly_failed' | 'failed'
  readonly jobId?: string
  /** A sentence in the author's language. */
  readonly message?: string
  /** Names of all it did, where its feature can take it back and tells the RollbackPort; a job has its own. */
  readonly made?: readonly string[]
}

export interface ServeOptions<R extends AnyRoute> {
  handle(input: RouteInput<R>, ctx: CallContext): Answer<R>
  /**
   * Where a record lies that the input names in place of a place; asked where the input names none. Only what the caller
   * reaches counts: whatever is elsewhere is as missing as what never was.
   */
  findTarget?(input: RouteInput<R>, caller: Caller): Promise<TargetRef>
  /** Raises the declared risk after a look at the target, up to the route's `risesTo`; never lowers it. */
  raiseRisk?(input: RouteInput<R>, ctx: CallContext): Risk | Promise<Risk>
  /**
   * Looks at the target before the gate asks for anything: throws what no confirmation and no proof would change, so that
   * none is used up for it, and gives the place the call weighs at where that is not the place it points at.
   */
  beforeGate?(input: RouteInput<R>, ctx: CallContext): CataloguePlace | Promise<CataloguePlace>
  /** The exact name an operator types to confirm, of routes that declare `confirms: 'named'`. */
  targetName?(input: RouteInput<R>, ctx: CallContext): string | Promise<string>
  /**
   * Where the effect happens. `outside` (default for R1 and more): the kit writes intent before and
   * outcome after. `store`: the handler changes the store, through `ctx.commit` only where it is audited;
   * sessions that only read are refused whatever the risk.
   */
  effect?: 'outside' | 'store'
  /** How an approved call ended, where its answer tells of a failure; by default it succeeded, or goes on as its `jobId`. */
  endOf?(answer: RouteReplyGiven<R>): CallEnd
}

/** A declared call with its handler. */
export interface ServedRoute {
  readonly route: AnyRoute
  /** Nothing about the call can weigh more than a read: no gate, no row, nothing to wait for before its handler. */
  readonly isPlainRead: boolean
  readonly options: ServeOptions<AnyRoute>
}

/** Binds a handler to a declared call; the kit does the rest. */
export function serve<R extends AnyRoute>(
  route: R,
  handler: ServeOptions<R>['handle'] | ServeOptions<R>,
): ServedRoute {
  const options = typeof handler === 'function' ? { handle: handler } : handler
  const { textBytes, rawBytes } = bodyRulesOf(route)
  const isPlainRead =
    mostRisk(route) === 'R0' &&
    route.stepUp === undefined &&
    options.effect !== 'store' &&
    route.needsReason !== true &&
    textBytes === null &&
    rawBytes === null
  return { route, isPlainRead, options: options as unknown as ServeOptions<AnyRoute> }
}
