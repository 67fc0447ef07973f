import { useMemo, useState } from 'react'
import type { DataColumn } from './data-column.ts'
import { nextSort, sortRows } from '../core/sort.ts'
import type { GridSort, SortState } from '../core/sort.ts'
import type { DataTableProps } from './data-table-props.ts'

function sorted<T>(rows: readonly T[], columns: readonly DataColumn<T>[], sort: SortState): readonly T[] {
  const compare = columns.find((column) => column.key === sort.key)?.compare
  return compare === undefined ? rows : sortRows(rows, compare, sort.isDescending)
}

/** The rows in the order they are shown. A part of a longer list is never sorted here: it would mislead. */
export function useGridRows<T>(props: DataTableProps<T>): { rows: readonly T[] | undefined; sort: GridSort } {
  const { rows, columns, sort: serverSort } = props
  const isWhole = props.paging === undefined && props.more?.load === undefined
  const [own, setOwn] = useState<SortState>({ key: null, isDescending: false })
  const now: SortState = serverSort ?? own
  const shown = useMemo(
    () => (rows === undefined || serverSort !== undefined || !isWhole ? rows : sorted(rows, columns, own)),
    [rows, columns, serverSort, isWhole, own],
  )
  const isSortable = ({ key }: { key: string }) => {
    const column = columns.find((one) => one.key === key)
    if (column === undefined) return false
    if (serverSort !== undefined) return column.isSortable === true || column.compare !== undefined
    return isWhole && column.compare !== undefined
  }
  const toggle = (key: string) => {
    const next = nextSort(now, key)
    if (serverSort === undefined) setOwn(next)
    else serverSort.onSort(next.key, next.isDescending)
  }
  return { rows: shown, sort: { ...now, isSortable, toggle } }
}
