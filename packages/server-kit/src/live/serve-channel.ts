import type { AnyChannel, Channel, z } from '@qd/contract-kit'
import type { Caller, CataloguePlace } from '../ports/index.ts'

type OpenOf<C> = C extends Channel<infer S, infer _E> ? z.output<S> : never
type EventOf<C> = C extends Channel<infer _S, infer E> ? z.input<E> : never

/** One open subscription. */
export interface Subscription<C extends AnyChannel = AnyChannel> {
  readonly caller: Caller
  readonly place: CataloguePlace
  send(event: EventOf<C>): void
}

/** Opens a channel; returns what ends it. */
export type OpenChannel<C extends AnyChannel> = (
  open: OpenOf<C>,
  subscription: Subscription<C>,
) => (() => void) | Promise<() => void>

export interface ServedChannel {
  readonly channel: AnyChannel
  readonly open: OpenChannel<AnyChannel>
}

/** Joins a declared channel and what opens it, as `serve` does for a call. */
export function serveChannel<C extends AnyChannel>(channel: C, open: OpenChannel<C>): ServedChannel {
  return { channel, open: open as unknown as OpenChannel<AnyChannel> }
}
