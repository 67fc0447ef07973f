import type { FunctionEntry } from '../../contract/index.ts'
import { keyOf } from './function-key.ts'

type GroupKind = 'favourite' | 'recent' | 'group' | 'none'

export interface ListGroup {
  kind: GroupKind
  /** Heading of a `group`; empty for the others. */
  name: string
  entries: readonly FunctionEntry[]
}

/** Recently run functions shown above the groups. */
const RECENT_SHOWN = 5

export interface Marked {
  favourites: readonly string[]
  recent: readonly string[]
}

function matches(entry: FunctionEntry, words: readonly string[]): boolean {
  const text = `${entry.title} ${entry.id} ${entry.group} ${entry.comment}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

function named(list: readonly FunctionEntry[], keys: readonly string[]): FunctionEntry[] {
  const byKey = new Map(list.map((entry) => [keyOf(entry), entry]))
  return keys.map((key) => byKey.get(key)).filter((entry) => entry !== undefined)
}

function byGroup(list: readonly FunctionEntry[]): ListGroup[] {
  const names = [...new Set(list.map(({ group }) => group))].filter((name) => name !== '')
  const groups = names.map((name): ListGroup => ({
    kind: 'group',
    name,
    entries: list.filter(({ group }) => group === name),
  }))
  const rest = list.filter(({ group }) => group === '')
  return rest.length === 0 ? groups : [...groups, { kind: 'none', name: '', entries: rest }]
}

/**
 * The list as it is shown: favourites and recently run ones first, each function once more in its group. A search
 * looks through title, name, group and comment and shows the groups alone.
 */
export function listGroups(list: readonly FunctionEntry[], search: string, marked: Marked): ListGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length > 0) return byGroup(list.filter((entry) => matches(entry, words)))
  const favourites = named(list, marked.favourites)
  const recent = named(
    list,
    marked.recent.filter((key) => !marked.favourites.includes(key)),
  ).slice(0, RECENT_SHOWN)
  const first: ListGroup[] = [
    { kind: 'favourite', name: '', entries: favourites },
    { kind: 'recent', name: '', entries: recent },
  ]
  return [...first.filter(({ entries }) => entries.length > 0), ...byGroup(list)]
}
