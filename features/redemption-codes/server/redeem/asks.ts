import type { GiftEntry, LimitCode, PlayerAttributes, Refusal } from '../../contract/index.ts'
import type { CallingServer } from '../codes-deps.ts'

export interface RedeemAsk {
  readonly kind: 'redeem'
  readonly server: CallingServer
  /** Null: what was typed can be no code. */
  readonly digest: string | null
  /** In its one form, as `plainUId` makes it. */
  readonly uId: string
  /** Whether the server that asks has the player. */
  readonly isHere: boolean
  readonly roleId: string
  readonly requestId: string
  readonly attributes: PlayerAttributes
  /** Where the player plays from, as `playerAddress` reads it; empty: nobody knows. */
  readonly address: string
}

export interface SettleAsk {
  readonly kind: 'confirm' | 'cancel'
  readonly server: CallingServer
  readonly reservation: string
}

export type Ask = RedeemAsk | SettleAsk

export type Answer =
  | { kind: 'reserved'; reservation: string; gift: readonly GiftEntry[]; endsAt: number }
  | { kind: 'refused'; refusal: Refusal; limit?: LimitCode; asks?: readonly string[]; retryAfterMs?: number }
  | { kind: 'confirmed' }
  | { kind: 'cancelled'; is: boolean }
  /** The key of the request was used for another one. */
  | { kind: 'other-request' }
