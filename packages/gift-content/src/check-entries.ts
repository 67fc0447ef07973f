import { MAX_ENTRIES, MAX_QUANTITY } from './gift-entry.ts'
import type { GiftEntry, GiftFault, GiftRule, GiftRules } from './gift-entry.ts'
import { readItemNumber, readQuantity } from './read-amount.ts'

/** Entries with each item once, or everything that is wrong with them. */
export type CheckedEntries = { ok: true; entries: GiftEntry[] } | { ok: false; faults: GiftFault[] }

function faultsOf({ number, quantity }: GiftEntry, rules: GiftRules): Omit<GiftFault, 'entry'>[] {
  const faults: Omit<GiftFault, 'entry'>[] = []
  const item = readItemNumber(number)
  const amount = readQuantity(quantity)
  const itemRule: GiftRule | null = item.ok
    ? rules.isKnown?.(item.text) === false
      ? 'unknown_item'
      : null
    : item.rule
  if (itemRule !== null) faults.push({ part: 'number', rule: itemRule })
  if (!amount.ok) faults.push({ part: 'quantity', rule: amount.rule })
  return faults
}

/** Entries as a form or a call has them: checked, doubles summed where they stood first. */
export function checkEntries(given: readonly GiftEntry[], rules: GiftRules = {}): CheckedEntries {
  const faults: GiftFault[] = []
  const sums = new Map<string, bigint>()
  for (const [entry, each] of given.entries()) {
    if (entry >= MAX_ENTRIES)
      return { ok: false, faults: [...faults, { entry, part: 'entry', rule: 'too_many' }] }
    const wrong = faultsOf(each, rules)
    faults.push(...wrong.map((fault) => ({ entry, ...fault })))
    if (wrong.length > 0) continue
    const number = String(BigInt(each.number))
    const sum = (sums.get(number) ?? 0n) + BigInt(each.quantity)
    if (sum > MAX_QUANTITY) faults.push({ entry, part: 'quantity', rule: 'too_large' })
    else sums.set(number, sum)
  }
  if (faults.length > 0) return { ok: false, faults }
  return { ok: true, entries: [...sums].map(([number, sum]) => ({ number, quantity: String(sum) })) }
}
