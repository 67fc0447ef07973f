import type { AnyChannel, AskInput, AskName, AskReplyGiven, Channel, z } from '@qd/contract-kit'
import type { Language, TextParams } from '@qd/i18n'
import type { Caller, CataloguePlace } from '../ports/index.ts'

type OpenOf<C> = C extends Channel<infer S, infer _E, infer _A> ? z.output<S> : never
type EventOf<C> = C extends Channel<infer _S, infer E, infer _A> ? z.input<E> : never

/** One open subscription. */
export interface Subscription<C extends AnyChannel = AnyChannel> {
  readonly caller: Caller
  readonly place: CataloguePlace
  send(event: EventOf<C>): void
}

/** One open subscription of a channel that is asked. */
export interface AskedSubscription<C extends AnyChannel = AnyChannel> extends Subscription<C> {
  /** Of the page, for the audit. */
  readonly address: string
  readonly language: Language
  /** A text of section `texts` in the language of the page. */
  text(key: string, params?: TextParams): string
  /** A failure in that language. */
  failure(error: unknown): { code: string; msg: string }
  /** The page takes what it was sent more slowly than it comes: whoever has much to tell leaves some of it out. */
  isBehind(): boolean
}

/** What answers the asks of a channel, by name. An ask fails as a call does: by throwing an AppError. */
export type AskHandlers<C extends AnyChannel> = {
  readonly [N in AskName<C>]: (input: AskInput<C, N>) => AskReplyGiven<C, N> | Promise<AskReplyGiven<C, N>>
}

/** Ends an open channel; called once, when the page or its rights go. */
type End = () => void

export interface OpenedChannel<C extends AnyChannel = AnyChannel> {
  readonly asks: AskHandlers<C>
  end: End
}

type OrPromise<T> = T | Promise<T>

/** Opens a channel; returns what ends it. */
export type OpenChannel<C extends AnyChannel> = (
  open: OpenOf<C>,
  subscription: Subscription<C>,
) => OrPromise<End>

export interface ServedChannel {
  readonly channel: AnyChannel
  readonly open: OpenChannel<AnyChannel>
}

/** Joins a declared channel and what opens it, as `serve` does for a call. */
export function serveChannel<C extends AnyChannel>(channel: C, open: OpenChannel<C>): ServedChannel {
  return { channel, open: open as unknown as OpenChannel<AnyChannel> }
}

/** The same for a channel that declares asks. */
export function serveAskedChannel<C extends AnyChannel>(
  channel: C,
  open: (open: OpenOf<C>, subscription: AskedSubscription<C>) => OrPromise<OpenedChannel<C>>,
): ServedChannel {
  return { channel, open: open as unknown as OpenChannel<AnyChannel> }
}

/** What opening a channel came to, whichever of the two serves it. */
export function openedOf(result: unknown): OpenedChannel {
  return typeof result === 'function' ? { end: result as End, asks: {} } : (result as OpenedChannel)
}
