import { RowCells } from '@qd/web-tables'
import type { ColumnSlice, PlacedColumn } from '@qd/web-tables/core'
import { Pencil, Plus, RotateCcw, Trash2, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import type { TableRow } from '../../model/table-rows.ts'
import { useEditTexts } from '../../texts.ts'
import type { ValueContext } from '../../values/value-text.ts'
import { GridCell } from './grid-cell.tsx'
import type { GridColumn } from '../view/grid-columns.tsx'
import type { RowMarks } from '../view/row-marks.ts'
import styles from './grid.module.css'

/** Pixels of the row numbers, and of the column with what can be done to a row. */
export const NUMBER_WIDTH = 58
export const ACTION_WIDTH = 40

/** Where columns go below pinned ones: half a number must not pass for a whole one. */
const PINNED_EDGE = '1px solid var(--qd-line)'

/** What is the same for all rows in view. */
export interface GridFrame {
  /** Prefix of element ids. */
  id: string
  pinned: readonly PlacedColumn<GridColumn>[]
  slice: ColumnSlice<GridColumn>
  /** Column numbers for readers; 1 is that of the row numbers. */
  numberOf: (key: string) => number
  context: ValueContext
  canEdit: boolean
  /** Rows may come and go. */
  canWhole: boolean
}

export interface GridRowProps {
  row: TableRow
  index: number
  /** Rows above the first one, for readers. */
  headRows: number
  height: number
  frame: GridFrame
  isPicked: boolean
  activeColumn: string | null
  /** Keys of the first and last marked column by their numbers; 0: none. */
  rangeFrom: number
  rangeTo: number
  editing: string | null | undefined
  marks: RowMarks | undefined
}

const STATE_ICONS = { same: null, changed: Pencil, added: Plus, removed: Trash2 } as const

function RowNumber({ row, index, isPicked, marks }: GridRowProps): ReactNode {
  const t = useEditTexts()
  const hasFault = marks !== undefined && marks.faults.size > 0
  const Icon = hasFault ? TriangleAlert : STATE_ICONS[row.state]
  const text = hasFault ? t('grid.faulty') : row.state === 'same' ? '' : t(`grid.state.${row.state}`)
  return (
    <div
      role="gridcell"
      aria-colindex={1}
      aria-selected={isPicked}
      data-pick=""
      className={styles.number}
      style={{ width: NUMBER_WIDTH }}
      title={marks?.faults.get('') ?? (text || undefined)}
    >
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={t('grid.pickRow', { key: row.key })}
        checked={isPicked}
        readOnly
        data-pick=""
      />
      {Icon === null ? null : (
        <span className={styles.rowState} data-kind={hasFault ? 'fault' : row.state}>
          <Icon size={11} role="img" aria-label={text} />
        </span>
      )}
      <span className={styles.index}>{index + 1}</span>
    </div>
  )
}

/** Takes a row away, or brings back one that is to be taken away. */
function RowActionCell({ row }: { row: TableRow }): ReactNode {
  const t = useEditTexts()
  const isRemoved = row.state === 'removed'
  const label = isRemoved ? t('table.restoreRow', { key: row.key }) : t('table.removeRow', { key: row.key })
  return (
    <div role="gridcell" className={styles.action} style={{ width: ACTION_WIDTH }}>
      <button type="button" tabIndex={-1} data-action="" aria-label={label} title={label}>
        {isRemoved ? <RotateCcw size={13} aria-hidden /> : <Trash2 size={13} aria-hidden />}
      </button>
    </div>
  )
}

function PlainRow(props: GridRowProps): ReactNode {
  const { row, index, height, frame, activeColumn } = props
  const { pinned, slice, numberOf } = frame
  const cell = ({ column }: PlacedColumn<GridColumn>, style: CSSProperties, isPinned: boolean): ReactNode => {
    const number = numberOf(column.key)
    const isActive = activeColumn === column.key
    return (
      <GridCell
        key={column.key}
        row={row}
        column={column}
        context={frame.context}
        number={number}
        id={isActive ? `${frame.id}-cell` : undefined}
        isActive={isActive}
        isRanged={number >= props.rangeFrom && number <= props.rangeTo}
        editing={isActive ? props.editing : undefined}
        marks={props.marks}
        canEdit={frame.canEdit}
        style={isPinned ? { ...style, borderRight: PINNED_EDGE } : style}
      />
    )
  }
  return (
    <div
      role="row"
      aria-rowindex={index + props.headRows + 1}
      aria-selected={props.isPicked || activeColumn !== null}
      data-index={index}
      data-current={activeColumn !== null || undefined}
      data-picked={props.isPicked || undefined}
      data-row-state={row.state}
      className={styles.row}
      style={{ height, transform: `translateY(${index * height}px)` }}
    >
      <RowNumber {...props} />
      <RowCells pinned={pinned} slice={slice} offset={NUMBER_WIDTH} cell={cell} />
      {frame.canWhole ? <RowActionCell row={row} /> : null}
    </div>
  )
}

/** One drawn row; drawn again only when it, its marks or the columns in view change. */
export const GridRow = memo(PlainRow)
