import type { KeyRow, RedisBytes } from '../../contract/index.ts'
import type { KnownFacts } from './facts-cache.ts'
import type { RowsAnswer } from './folder-rows.ts'

/** How far the reading for a sorting is. */
export interface Ordering {
  prefix: RedisBytes
  done: number
  total: number
}

/** A folder whose keys were not all read: `isBound`, it has more than are sorted; else the reading was stopped. */
export interface PartOrder extends Ordering {
  isBound: boolean
}

/** How far the orders in view are behind the keys. */
export interface OrderAge {
  /** When the oldest of what they go by was read, epoch milliseconds. */
  readAt: number
  /** Keys whose time has run out since they were ordered. */
  ended: number
}

export interface Read extends KnownFacts {
  withBytes: boolean
}

export type Listing = Omit<RowsAnswer, 'from'> & {
  /** Folders and keys there are, listed or not. */
  total: number
}

export interface Order {
  prefix: RedisBytes
  /** As the server has them. */
  listing: Listing
  /** Sorted; null while the reading is under way. */
  rows: readonly KeyRow[] | null
  facts: Map<string, Read>
  /** Takes up what changed in the tree since. */
  following: Promise<boolean> | null
  /** The tree has changed since. */
  isAged: boolean
  isStopped: boolean
  /** Keys whose facts it was sorted by. */
  read: number
  /** When the oldest of these was read; Infinity: there is none. */
  readAt: number
  /** When its keys end, of those that had not by then. */
  ends: readonly number[]
}

/** How old orders are together; null: nothing was read for them. */
export function ageOf(orders: readonly Order[], now: number): OrderAge | null {
  const ready = orders.filter(({ rows }) => rows !== null)
  const readAt = Math.min(...ready.map((order) => order.readAt))
  if (readAt === Infinity) return null
  return { readAt, ended: ready.flatMap(({ ends }) => ends.filter((end) => end <= now)).length }
}
