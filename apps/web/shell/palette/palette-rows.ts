import { findEntries } from '@qd/web-controls/search'
import type { Indexed } from '@qd/web-controls/search'
import { SECTIONS } from './palette-entry.ts'
import type { PaletteEntry } from './palette-entry.ts'

export type PaletteRow =
  | { kind: 'head'; section: string }
  | { kind: 'entry'; entry: PaletteEntry; section: string }

/** What is searched, and how. */
export interface PaletteSearch {
  /** Without its prefix. */
  query: string
  /** The sections a prefix narrows to; null: all of them. */
  sections: ReadonlySet<string> | null
  recent: readonly string[]
  /** Sections too long to be listed before anything is typed. */
  unlisted: ReadonlySet<string>
}

/** Lifts what was used lately above what answers as well, and not above what answers better. */
const RECENT_BONUS = 8
/** More than anybody scrolls through. */
const MOST_FOUND = 500

function grouped(groups: readonly (readonly [string, readonly PaletteEntry[]])[]): PaletteRow[] {
  return groups.flatMap(([section, entries]): PaletteRow[] =>
    entries.length === 0
      ? []
      : [{ kind: 'head', section }, ...entries.map((entry) => ({ kind: 'entry' as const, entry, section }))],
  )
}

function bySection(entries: readonly PaletteEntry[]): Map<string, PaletteEntry[]> {
  const sections = new Map<string, PaletteEntry[]>()
  for (const entry of entries) {
    const known = sections.get(entry.section)
    if (known === undefined) sections.set(entry.section, [entry])
    else known.push(entry)
  }
  return sections
}

/** Everything there is, what was used lately first. */
function allRows(
  entries: readonly PaletteEntry[],
  { sections, recent, unlisted }: PaletteSearch,
): PaletteRow[] {
  const isListed = ({ section }: PaletteEntry): boolean => sections !== null || !unlisted.has(section)
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const lately = recent.map((id) => byId.get(id)).filter((entry) => entry !== undefined)
  const others = bySection(entries.filter((entry) => isListed(entry) && !recent.includes(entry.id)))
  const order = new Set<string>([...SECTIONS, ...others.keys()])
  return grouped([
    ['recent', lately],
    ...[...order].map((section) => [section, others.get(section) ?? []] as const),
  ])
}

/** What the palette lists: sections in the order of their best answer, each with its head. */
export function paletteRows(given: readonly Indexed<PaletteEntry>[], search: PaletteSearch): PaletteRow[] {
  const { query, sections, recent } = search
  const entries = sections === null ? given : given.filter(({ entry }) => sections.has(entry.section))
  if (query.trim() === '') {
    return allRows(
      entries.map(({ entry }) => entry),
      search,
    )
  }
  const bonusOf = ({ id }: PaletteEntry): number => (recent.includes(id) ? RECENT_BONUS : 0)
  const found = findEntries(entries, query, bonusOf).slice(0, MOST_FOUND)
  const known = new Set(found.map(({ id }) => id))
  // Found by what only the server knows: an account, a name in another script.
  const rest = entries.flatMap(({ entry }) =>
    entry.isAnswer === true && !known.has(entry.id) ? [entry] : [],
  )
  return grouped([...bySection([...found, ...rest])])
}
