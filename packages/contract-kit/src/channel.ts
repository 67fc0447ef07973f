import type * as z from 'zod/mini'
import type { Level, Permission } from './permission.ts'
import type { Schema, TargetRef } from './route.ts'

/** What a subscriber may ask on an open channel; answered once, by the rights of the open channel. */
export interface LiveAsk<I extends Schema = Schema, R extends Schema = Schema> {
  readonly input: I
  readonly reply: R
}

export type LiveAsks = Readonly<Record<string, LiveAsk>>

/** A live channel on `/live`, declared like a route. */
export interface Channel<
  S extends Schema = Schema,
  E extends Schema = Schema,
  A extends LiveAsks = LiveAsks,
> {
  readonly kind: 'channel'
  readonly name: string
  readonly title: string
  readonly permission: Exclude<Permission, 'game-server'>
  readonly level: Level
  /** What the subscriber sends with `open`. */
  readonly open: S
  readonly target?: (open: z.output<S>) => TargetRef
  /** What the server sends. */
  readonly event: E
  /** What the subscriber may ask while the channel is open; most channels only send. */
  readonly asks?: A
}

/** Declares a live channel once: who may open it, what it is asked and what it sends. */
export function defineChannel<S extends Schema, E extends Schema, A extends LiveAsks = Record<never, never>>(
  spec: Omit<Channel<S, E, A>, 'kind'>,
): Channel<S, E, A> {
  return { kind: 'channel', ...spec }
}

// eslint-disable-next-line typescript/no-explicit-any -- variance, as for AnyRoute
export type AnyChannel = Channel<any, any, any>

type AsksOf<C> = C extends Channel<infer _S, infer _E, infer A> ? A : never
/** The names a channel can be asked by. */
export type AskName<C> = keyof AsksOf<C> & string
type AskOf<C, N> = N extends keyof AsksOf<C> ? AsksOf<C>[N] : never
/** What goes in, as it is given and as the handler sees it; what comes back, as the handler gives it and as it is read. */
export type AskGiven<C, N> = AskOf<C, N> extends LiveAsk<infer I, infer _R> ? z.input<I> : never
export type AskInput<C, N> = AskOf<C, N> extends LiveAsk<infer I, infer _R> ? z.output<I> : never
export type AskReplyGiven<C, N> = AskOf<C, N> extends LiveAsk<infer _I, infer R> ? z.input<R> : never
export type AskReply<C, N> = AskOf<C, N> extends LiveAsk<infer _I, infer R> ? z.output<R> : never
