/**
 * What a limit counts, always of one item: `action` what one use gives one player, `mail` the same of a mail alone,
 * `request` what one use gives all its players together, `player_day` what one player gets in a day, `person_day` what
 * one person gives in a day.
 */
export const LIMIT_KINDS = ['action', 'mail', 'request', 'player_day', 'person_day'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

export interface ItemLimit {
  /** The item's. */
  number: string
  kind: LimitKind
  /** Decimal text. */
  quantity: string
  /** Who set it; the game knows none but `action`. */
  source: 'game' | 'console'
}

/** One limit that a use goes beyond; all amounts are decimal text. */
export interface Excess {
  number: string
  kind: LimitKind
  source: ItemLimit['source']
  limit: string
  /** What counts already today; 0 for limits without a day. */
  used: string
  /** What the use adds to it. For `player_day` both are those of the player who gets beyond it the furthest. */
  asked: string
  over: string
  /** For `player_day`: how many players get beyond it, and some of them. */
  players?: { count: number; sample: string[] }
}
