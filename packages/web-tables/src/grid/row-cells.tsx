import type { CSSProperties, ReactNode } from 'react'
import type { PlacedColumn } from '../core/column-layout.ts'
import type { ColumnSpec } from '../core/column-spec.ts'
import type { ColumnSlice } from '../core/window.ts'
import styles from './data-grid.module.css'

export interface RowCellsProps<C extends ColumnSpec> {
  pinned: readonly PlacedColumn<C>[]
  slice: ColumnSlice<C>
  /** Pixels of the grid's own first column. */
  offset: number
  cell: (placed: PlacedColumn<C>, style: CSSProperties, isPinned: boolean) => ReactNode
}

/** The cells of one row from left to right: pinned ones stay, the free ones in view stand between two gaps. */
export function RowCells<C extends ColumnSpec>({ pinned, slice, offset, cell }: RowCellsProps<C>): ReactNode {
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
