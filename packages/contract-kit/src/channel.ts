import type * as z from 'zod/mini'
import type { Level, Permission } from './permission.ts'
import type { Schema, TargetRef } from './route.ts'

/** A live channel on `/live`, declared like a route. */
export interface Channel<S extends Schema = Schema, E extends Schema = Schema> {
  readonly kind: 'channel'
  readonly name: string
  readonly title: string
  readonly permission: Permission
  readonly level: Level
  /** What the subscriber sends with `open`. */
  readonly open: S
  readonly target?: (open: z.output<S>) => TargetRef
  /** What the server sends. */
  readonly event: E
}

/** Declares a live channel once: who may open it, what it is asked and what it sends. */
export function defineChannel<S extends Schema, E extends Schema>(
  spec: Omit<Channel<S, E>, 'kind'>,
): Channel<S, E> {
  return { kind: 'channel', ...spec }
}

// eslint-disable-next-line typescript/no-explicit-any -- variance, as for AnyRoute
export type AnyChannel = Channel<any, any>
