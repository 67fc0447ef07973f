import { useMemo, useState } from 'react'
import type { RefObject } from 'react'
import type { Placement } from '../core/column-layout.ts'
import { revealColumn, revealRow } from '../grid/reveal.ts'
import { CHECK_WIDTH } from './grid-row.tsx'
import type { DataColumn } from './data-column.ts'
import type { DataTableProps } from './data-table-props.ts'

export interface GridCursor {
  /** Index of the active row; -1: none. */
  index: number
  /** Key of the active column; null: the whole row. */
  column: string | null
  /** Makes a row, and with `column` a cell, active and brings it into view. */
  go: (index: number, column?: string | null) => void
  goSideways: (step: number) => void
}

export interface CursorOptions<T> {
  props: DataTableProps<T>
  rows: readonly T[]
  placement: Placement<DataColumn<T>>
  scroller: RefObject<HTMLDivElement | null>
  rowHeight: number
  headHeight: number
}

/** Which row and cell is active. */
export function useGridCursor<T>(options: CursorOptions<T>): GridCursor {
  const { props, rows, placement, scroller, rowHeight, headHeight } = options
  const { rowKey, selectedKey, onSelect } = props
  const [own, setOwn] = useState<string | null>(null)
  const [column, setColumn] = useState<string | null>(null)
  const activeKey = selectedKey === undefined ? own : selectedKey
  const index = useMemo(
    () => (activeKey === null ? -1 : rows.findIndex((row) => rowKey(row) === activeKey)),
    [activeKey, rows, rowKey],
  )
  const go = (to: number, at: string | null = column) => {
    const row = rows[to]
    if (row === undefined) return
    setOwn(rowKey(row))
    setColumn(at)
    onSelect?.(row)
    if (scroller.current !== null) revealRow(scroller.current, to, rowHeight, headHeight)
  }
  const goSideways = (step: number) => {
    const keys = [...placement.pinned, ...placement.free].map((placed) => placed.column.key)
    const from = column === null ? -1 : keys.indexOf(column)
    const to = keys[Math.min(keys.length - 1, Math.max(0, from + step))]
    if (to === undefined || scroller.current === null) return
    go(Math.max(0, index), to)
    revealColumn(scroller.current, placement, to, CHECK_WIDTH)
  }
  return { index, column, go, goSideways }
}
