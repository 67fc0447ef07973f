import type { KeyRow } from '../../contract/index.ts'
import type { KnownFacts } from './facts-cache.ts'

export const SORT_COLUMNS = ['type', 'name', 'size', 'ttl'] as const
export type SortColumn = (typeof SORT_COLUMNS)[number]

/** In which order the keys of a folder, or of a list, stand. Folders stay before them, by name. */
export interface KeySort {
  by: SortColumn
  isDescending: boolean
}

export const BY_NAME: KeySort = { by: 'name', isDescending: false }

/** The order the server has them in: nothing needs to be read for it. */
export const isServersOrder = ({ by, isDescending }: KeySort): boolean => by === 'name' && !isDescending

/** What was kept may come from another version of the page. */
export function sortOf(kept: unknown): KeySort {
  const given = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<
    Record<keyof KeySort, unknown>
  >
  const by = SORT_COLUMNS.find((each) => each === given.by)
  return by === undefined ? BY_NAME : { by, isDescending: given.isDescending === true }
}

/** What a click on a column leads to: the other way round, or this column as it is mostly wanted. */
export function nextSort(now: KeySort, by: SortColumn): KeySort {
  if (now.by === by) return { by, isDescending: !now.isDescending }
  // The largest keys are looked for, and those that end soonest.
  return { by, isDescending: by === 'size' }
}

/** When a key ends, epoch milliseconds; Infinity: it has no end. Facts are of different moments. */
export const endOf = ({ facts, at }: KnownFacts): number =>
  facts.ttlMs === null || facts.ttlMs < 0 ? Infinity : at + facts.ttlMs

/** What a key is sorted by; null: not known, not told, or the key is gone. */
function valueOf(known: KnownFacts | undefined, by: SortColumn, now: number): string | number | null {
  if (known === undefined) return null
  const { type, bytes } = known.facts
  const end = endOf(known)
  if (type === 'none' || type === '' || end <= now) return null
  if (by === 'type') return type
  if (by === 'ttl' && known.facts.ttlMs === null) return null
  return by === 'size' ? bytes : end
}

function compare(left: string | number, right: string | number): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** Rows as they came, by name, in another order; what is not known or is over comes last either way, by name. */
export function sortedRows(
  rows: readonly KeyRow[],
  { by, isDescending }: KeySort,
  factsOf: (row: KeyRow & { kind: 'key' }) => KnownFacts | undefined,
  now: number,
): KeyRow[] {
  const folders = rows.filter(({ kind }) => kind === 'folder')
  const keys = rows.filter((row): row is KeyRow & { kind: 'key' } => row.kind === 'key')
  if (by === 'name') return isDescending ? [...folders.toReversed(), ...keys.toReversed()] : [...rows]
  const valued = keys.map((row) => ({ row, value: valueOf(factsOf(row), by, now) }))
  const known = valued.filter(
    (each): each is { row: (typeof each)['row']; value: string | number } => each.value !== null,
  )
  const sign = isDescending ? -1 : 1
  return [
    ...folders,
    ...known.toSorted((a, b) => sign * compare(a.value, b.value)).map(({ row }) => row),
    ...valued.filter(({ value }) => value === null).map(({ row }) => row),
  ]
}
