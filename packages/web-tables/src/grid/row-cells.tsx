import type { CSSProperties, ReactNode } from 'react'
import type { PlacedColumn } from '../core/column-layout.ts'
import type { ColumnSlice } from '../core/use-grid-window.ts'
import styles from './data-grid.module.css'

export interface RowCellsProps<T> {
  pinned: readonly PlacedColumn<T>[]
  slice: ColumnSlice<T>
  /** Pixels of the grid's own first column. */
  offset: number
  cell: (placed: PlacedColumn<T>, style: CSSProperties, isPinned: boolean) => ReactNode
}

/** The cells of one row from left to right: pinned ones stay, the free ones in view stand between two gaps. */
export function RowCells<T>({ pinned, slice, offset, cell }: RowCellsProps<T>): ReactNode {
  return (
    <>
      {pinned.map((placed) =>
        cell(
          placed,
          { width: placed.width, position: 'sticky', left: offset + placed.left, zIndex: 1 },
          true,
        ),
      )}
      {slice.before === 0 ? null : <span className={styles.gap} style={{ width: slice.before }} />}
      {slice.columns.map((placed) => cell(placed, { width: placed.width }, false))}
      {slice.after === 0 ? null : <span className={styles.gap} style={{ width: slice.after }} />}
    </>
  )
}
