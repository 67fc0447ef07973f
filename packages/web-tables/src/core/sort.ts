export interface SortState {
  key: string | null
  isDescending: boolean
}

export interface GridSort extends SortState {
  isSortable: (column: { key: string }) => boolean
  /** Ascending, then descending, then as it came. */
  toggle: (key: string) => void
}

/** What follows a click on a head: ascending, descending, unsorted. */
export function nextSort(now: SortState, key: string): SortState {
  if (now.key !== key) return { key, isDescending: false }
  return now.isDescending ? { key: null, isDescending: false } : { key, isDescending: true }
}

/** Rows in the order of a column; equal rows keep the order they came in, whichever way it goes. */
export function sortRows<T>(
  rows: readonly T[],
  compare: (a: T, b: T) => number,
  isDescending: boolean,
): readonly T[] {
  return rows.toSorted((a, b) => (isDescending ? compare(b, a) : compare(a, b)))
}
