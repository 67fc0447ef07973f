import { useRef } from 'react'
import { setRange, toggleAll } from '../core/row-set.ts'
import type { DataTableProps } from './data-table-props.ts'

export interface GridChecks {
  /** Checks one row, with `isRange` all from the last one. */
  check: (index: number, isRange: boolean) => void
  checkAll: () => void
  /** Checks all rows between two. */
  extend: (from: number, to: number) => void
}

const NONE: ReadonlySet<string> = new Set()

/** What changes the checked rows; null where rows cannot be checked. */
export function useGridChecks<T>(props: DataTableProps<T>, rows: readonly T[]): GridChecks | null {
  const { rowKey, checked = NONE, onCheck } = props
  const anchor = useRef(-1)
  if (onCheck === undefined) return null
  return {
    check: (index, isRange) => {
      const row = rows[index]
      if (row === undefined) return
      const isExtending = isRange && anchor.current >= 0
      const from = isExtending ? anchor.current : index
      const isIn = isExtending || !checked.has(rowKey(row))
      onCheck(setRange(checked, rows.map(rowKey), { from, to: index, isIn }))
      anchor.current = index
    },
    checkAll: () => onCheck(toggleAll(checked, rows.map(rowKey))),
    extend: (from, to) => {
      onCheck(setRange(checked, rows.map(rowKey), { from: Math.max(0, from), to, isIn: true }))
      anchor.current = to
    },
  }
}
