/** How much of which item; both are decimal text without leading zeros, as everywhere on the wire. */
export interface GiftEntry {
  number: string
  quantity: string
}

/** Above this a game's JSON would round: `quantity` is a number in the game contract. */
export const MAX_QUANTITY = 2n ** 53n - 1n
/** The same for numbers of items. */
export const MAX_ITEM_NUMBER = MAX_QUANTITY
/** More kinds of items than any mailbox shows. */
export const MAX_ENTRIES = 1000

export type GiftPart = 'entry' | 'number' | 'quantity'

/**
 * `empty`: nothing stands there; `no_quantity`: the comma is missing; `extra_part`: a second comma; `too_many`: the
 * entries from here on are one gift too much; `too_large` also when doubles add up to too much.
 */
export type GiftRule =
  | 'empty'
  | 'no_quantity'
  | 'extra_part'
  | 'not_a_number'
  | 'zero'
  | 'negative'
  | 'too_large'
  | 'unknown_item'
  | 'too_many'

/** What is wrong with which part of which entry, counted from 0. */
export interface GiftFault {
  entry: number
  part: GiftPart
  rule: GiftRule
}

/** The same with its place in the text: from `at` up to, not including, `end`. */
export interface PlacedGiftFault extends GiftFault {
  at: number
  end: number
}

export interface GiftRules {
  /** Whether the game has the item; left out: not asked. */
  isKnown?(number: string): boolean
}
