import { findEntries } from '@qd/web-controls/search'
import type { Indexed } from '@qd/web-controls/search'
import { SECTIONS } from './palette-entry.ts'
import type { PaletteEntry, Section } from './palette-entry.ts'

export type PaletteRow =
  | { kind: 'head'; section: Section }
  | { kind: 'entry'; entry: PaletteEntry; section: Section }

/** Lifts what was used lately above what answers as well. */
const RECENT_BONUS = 8
/** More than anybody scrolls through. */
const MOST_FOUND = 500

function grouped(groups: readonly (readonly [Section, readonly PaletteEntry[]])[]): PaletteRow[] {
  return groups.flatMap(([section, entries]): PaletteRow[] =>
    entries.length === 0
      ? []
      : [{ kind: 'head', section }, ...entries.map((entry) => ({ kind: 'entry' as const, entry, section }))],
  )
}

/** Everything there is, what was used lately first. */
function allRows(entries: readonly Indexed<PaletteEntry>[], recent: readonly string[]): PaletteRow[] {
  const byId = new Map(entries.map(({ entry }) => [entry.id, entry]))
  const lately = recent.map((id) => byId.get(id)).filter((entry) => entry !== undefined)
  const others = entries.map(({ entry }) => entry).filter(({ id }) => !recent.includes(id))
  return grouped([
    ['recent', lately],
    ...SECTIONS.map((section) => [section, others.filter((entry) => entry.section === section)] as const),
  ])
}

/** What the palette lists: sections in the order of their best answer, each with its head. */
export function paletteRows(
  entries: readonly Indexed<PaletteEntry>[],
  query: string,
  recent: readonly string[],
): PaletteRow[] {
  if (query.trim() === '') return allRows(entries, recent)
  const bonusOf = ({ id }: PaletteEntry) => (recent.includes(id) ? RECENT_BONUS : 0)
  const sections = new Map<Section, PaletteEntry[]>()
  for (const entry of findEntries(entries, query, bonusOf).slice(0, MOST_FOUND)) {
    const known = sections.get(entry.section)
    if (known === undefined) sections.set(entry.section, [entry])
    else known.push(entry)
  }
  return grouped([...sections])
}
