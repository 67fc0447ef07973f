import type { GiftEntry } from '@qd/gift-content'
import type { UseKind } from '@qd/item-limits'
import type { LineRef } from '@qd/web-calls'
import type { ComponentType } from 'react'

declare module '@qd/web-frame' {
  interface WebSlots {
    /** Edits the content of a gift, as entries or as the text `propId,num|propId,num`, with its limits beside it. */
    giftEditor?: ComponentType<{
      line: LineRef
      value: readonly GiftEntry[]
      /** The entries, each item once; null while something is wrong with them. */
      onChange: (entries: GiftEntry[] | null) => void
      /** What gives it, and to how many players, for the limits; absent: no limit is asked. */
      use?: { kind: UseKind; players: number }
      label?: string
      isDisabled?: boolean
    }>
    /** Shows the content of a gift: names, numbers, quantities; and warns of items that no server has any more. */
    giftView?: ComponentType<{ line: LineRef; entries: readonly GiftEntry[] }>
    /** What an item is called; its number while nobody knows. */
    itemName?: ComponentType<{ line: LineRef; number: string }>
    /** How much of an item a gift holds; a time where the item is one. */
    itemQuantity?: ComponentType<{ line: LineRef; number: string; quantity: string }>
  }
}
