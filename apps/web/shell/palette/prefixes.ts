import type { PaletteGroup } from '@qd/web-frame'
import { SHELL_PREFIXES } from './palette-entry.ts'

export interface Typed {
  /** What is searched for. */
  query: string
  /** Empty: none was typed. */
  prefix: string
  /** The sections it narrows to; null: all. */
  sections: ReadonlySet<string> | null
}

/** Every prefix with the sections it stands for, in the order in which they are offered. */
export function prefixesOf(groups: readonly PaletteGroup[]): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Map<string, Set<string>>()
  const pairs = [
    ...Object.entries(SHELL_PREFIXES),
    ...groups.map(({ id, prefix }): [string, string] => [id, prefix]),
  ]
  for (const [section, prefix] of pairs) known.set(prefix, (known.get(prefix) ?? new Set()).add(section))
  return known
}

/** Splits what was typed into a prefix and the rest. */
export function readTyped(text: string, prefixes: ReadonlyMap<string, ReadonlySet<string>>): Typed {
  const prefix = text.trimStart().slice(0, 1)
  const sections = prefixes.get(prefix)
  if (sections === undefined) return { query: text, prefix: '', sections: null }
  return { query: text.trimStart().slice(1).trimStart(), prefix, sections }
}
