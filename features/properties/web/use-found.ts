import { useReadings } from '@qd/web-controls'
import { findEntries, indexText } from '@qd/web-controls/search'
import { useDeferredValue, useMemo } from 'react'

/** The rows that answer a search by number, name or pinyin, best first; all of them in their order without one. */
export function useFound<T>(
  rows: readonly T[] | undefined,
  query: string,
  textOf: (row: T) => { name: string; number: string },
): readonly T[] | undefined {
  const needle = useDeferredValue(query.trim())
  const readings = useReadings(needle !== '')
  const isSearching = needle !== ''
  const indexed = useMemo(
    () =>
      isSearching
        ? (rows ?? []).map((entry) => {
            const { name, number } = textOf(entry)
            return { entry, text: indexText(name, readings), beside: [indexText(number, readings)] }
          })
        : [],
    // eslint-disable-next-line react-hooks/exhaustive-deps -- how a row reads depends on the row alone
    [rows, readings, isSearching],
  )
  return useMemo(
    () => (isSearching && rows !== undefined ? findEntries(indexed, needle) : rows),
    [isSearching, rows, indexed, needle],
  )
}
