import { memo } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import type { PlacedColumn } from '../core/column-layout.ts'
import { RowCells } from '../grid/row-cells.tsx'
import type { ColumnSlice } from '../core/window.ts'
import type { DataColumn } from './data-column.ts'
import styles from '../grid/data-grid.module.css'

/** Width of the column of check boxes, and of the row menus, in pixels. */
export const CHECK_WIDTH = 38
export const MENU_WIDTH = 40

export interface RowFrame<T> {
  /** Prefix of element ids. */
  id: string
  pinned: readonly PlacedColumn<DataColumn<T>>[]
  slice: ColumnSlice<DataColumn<T>>
  /** Column numbers for readers, from 1. */
  numberOf: (key: string) => number
  hasChecks: boolean
  checkLabel: string
  /** Content of the last column; null: there is none. */
  menu: ReactNode
}

interface GridRowProps<T> {
  row: T
  index: number
  height: number
  isActive: boolean
  /** null: no check boxes. */
  isChecked: boolean | null
  activeColumn: string | null
  frame: RowFrame<T>
}

function Cell<T>(
  props: GridRowProps<T> & { placed: PlacedColumn<DataColumn<T>>; style: CSSProperties },
): ReactNode {
  const { row, index, placed, frame, activeColumn } = props
  const { column } = placed
  const isActive = activeColumn === column.key
  return (
    <div
      id={isActive ? `${frame.id}-cell` : undefined}
      role="gridcell"
      aria-colindex={frame.numberOf(column.key)}
      data-column={column.key}
      data-align={column.align}
      data-active={isActive || undefined}
      data-row-index={index}
      className={styles.cell}
      style={props.style}
    >
      <span className={styles.content}>{column.render(row)}</span>
    </div>
  )
}

function PlainRow<T>(props: GridRowProps<T>): ReactNode {
  const { index, height, frame, isChecked } = props
  const offset = frame.hasChecks ? CHECK_WIDTH : 0
  const cell = (placed: PlacedColumn<DataColumn<T>>, style: CSSProperties): ReactNode => (
    <Cell key={placed.column.key} {...props} placed={placed} style={style} />
  )
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={props.isActive}
      data-index={index}
      data-checked={isChecked === true || undefined}
      className={styles.row}
      style={{ height, transform: `translateY(${index * height}px)` }}
    >
      {isChecked === null ? null : (
        <div role="gridcell" aria-colindex={1} className={styles.check} data-check="">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={frame.checkLabel}
            checked={isChecked}
            readOnly
            data-check=""
          />
        </div>
      )}
      <RowCells pinned={frame.pinned} slice={frame.slice} offset={offset} cell={cell} />
      {frame.menu === null ? null : (
        <div role="gridcell" className={styles.menu}>
          {frame.menu}
        </div>
      )}
    </div>
  )
}

/** One drawn row; drawn again only when it or the columns in view change, not while rows scroll by. */
export const GridRow = memo(PlainRow) as typeof PlainRow
