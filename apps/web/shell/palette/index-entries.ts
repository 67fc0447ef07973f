import { indexText } from '@qd/web-controls/search'
import type { Indexed, Readings } from '@qd/web-controls/search'
import type { PaletteEntry } from './palette-entry.ts'

interface Known {
  readings: Readings
  indexed: readonly Indexed<PaletteEntry>[]
}

/** By list: a source hands over the same one as long as nothing in it reads differently. */
const known = new WeakMap<readonly PaletteEntry[], Known>()

/** Entries made ready for searching, once per list: making thousands ready costs more than searching them. */
export function indexEntries(
  entries: readonly PaletteEntry[],
  readings: Readings,
): readonly Indexed<PaletteEntry>[] {
  const before = known.get(entries)
  if (before?.readings === readings) return before.indexed
  const indexed = entries.map((entry) => ({
    entry,
    text: indexText(entry.title, readings),
    beside: [...(entry.keywords ?? []), entry.hint ?? '']
      .filter((text) => text !== '')
      .map((text) => indexText(text, readings)),
  }))
  known.set(entries, { readings, indexed })
  return indexed
}
