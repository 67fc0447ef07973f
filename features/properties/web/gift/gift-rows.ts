import { checkEntries, parseGift } from '@qd/gift-content'
import type { GiftEntry, GiftFault, GiftRules } from '@qd/gift-content'

/** An entry while it is typed: what stands in its fields. */
export interface GiftRow extends GiftEntry {
  id: number
}

let last = 0
export const newRow = (entry: GiftEntry = { number: '', quantity: '' }): GiftRow => ({ id: ++last, ...entry })

const isBlank = ({ number, quantity }: GiftEntry) => number.trim() === '' && quantity.trim() === ''
const trimmed = ({ number, quantity }: GiftEntry): GiftEntry => ({
  number: number.trim(),
  quantity: quantity.trim(),
})

export interface ReadRows {
  /** Each item once; null while a row is wrong. */
  entries: GiftEntry[] | null
  /** Faults by row and part. */
  faults: ReadonlyMap<number, Partial<Record<'number' | 'quantity', GiftFault['rule']>>>
}

/** What rows say; one that nobody has filled in yet says nothing. */
export function readRows(rows: readonly GiftRow[], rules: GiftRules): ReadRows {
  const filled = rows.filter((row) => !isBlank(row))
  const checked = checkEntries(filled.map(trimmed), rules)
  if (checked.ok) return { entries: checked.entries, faults: new Map() }
  const faults = new Map<number, Partial<Record<'number' | 'quantity', GiftFault['rule']>>>()
  for (const { entry, part, rule } of checked.faults) {
    const id = filled[entry]?.id ?? 0
    faults.set(id, { ...faults.get(id), [part === 'entry' ? 'number' : part]: rule })
  }
  return { entries: null, faults }
}

/** The rows of a text, or null where it cannot be read. */
export function rowsOfText(text: string): GiftRow[] | null {
  const read = parseGift(text)
  return read.ok ? read.entries.map(newRow) : null
}
