import type { GiftEntry } from './gift-entry.ts'

/** Writes `propId,num|propId,num`; `parseGift` reads the same entries from it. */
export function printGift(entries: readonly GiftEntry[]): string {
  return entries.map(({ number, quantity }) => `${number},${quantity}`).join('|')
}
