import { useRowHeight } from '@qd/web-base'
import { useEffect, useId } from 'react'
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import type { FrameSummary } from '../../contract/index.ts'
import type { FrameColumn } from './frame-columns.tsx'
import { scaledRows } from './scaled-rows.ts'
import { useRowScroll } from './use-row-scroll.ts'
import styles from './frame-table.module.css'

export interface FrameTableProps {
  label: string
  columns: readonly FrameColumn[]
  /** Rows of the view. */
  count: number
  rowAt: (row: number) => FrameSummary | undefined
  /** Reads what a range still misses. */
  onNeed: (first: number, last: number) => void
  /** Row of the chosen frame; -1 for none in view. */
  chosen: number
  /** A row to bring into view; each new object once. */
  revealed: { row: number } | null
  /** Number of the frame that belongs to the chosen one. */
  pair: number | undefined
  onChoose: (row: number) => void
  /** Enter or a double click. */
  onActivate: () => void
  onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void
  /** The newest rows stay in view. */
  isFollowing: boolean
  onFollow: (isFollowing: boolean) => void
  empty: ReactNode
}

const PAGE_ROWS = 10
/** So near to the end counts as at the end. */
const NEAR_END_PX = 4

function nextRow(key: string, at: number, last: number): number | null {
  if (key === 'ArrowDown') return Math.min(last, at + 1)
  if (key === 'ArrowUp') return Math.max(0, at - 1)
  if (key === 'PageDown') return Math.min(last, at + PAGE_ROWS)
  if (key === 'PageUp') return Math.max(0, at - PAGE_ROWS)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

function Row(props: {
  id: string
  frame: FrameSummary | undefined
  row: number
  columns: readonly FrameColumn[]
  style: CSSProperties
  isChosen: boolean
  isPair: boolean
  onChoose: (row: number) => void
  onActivate: () => void
}): ReactNode {
  const { frame, row } = props
  return (
    <div
      id={props.id}
      role="row"
      aria-rowindex={row + 2}
      aria-selected={props.isChosen}
      data-pair={props.isPair}
      data-direction={frame?.direction}
      className={styles.row}
      style={props.style}
      onClick={() => props.onChoose(row)}
      onDoubleClick={props.onActivate}
    >
      {props.columns.map((column) => (
        <div key={column.key} role="gridcell" className={styles.cell} data-align={column.align}>
          {frame === undefined ? null : column.render(frame)}
        </div>
      ))}
    </div>
  )
}

/** Frames of a view, up to a million: only the rows in view exist, and they are read in windows. */
export function FrameTable(props: FrameTableProps): ReactNode {
  const { columns, count, chosen, isFollowing, onNeed, onFollow } = props
  const id = useId()
  const rowHeight = useRowHeight()
  const { box, seen, scrollTop, reveal, readScroll } = useRowScroll({ count, rowHeight, isFollowing })
  const view = scaledRows(count, rowHeight, scrollTop, seen)
  const { revealed } = props
  useEffect(() => {
    if (revealed !== null && reveal(revealed.row)) onFollow(false)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- each object reveals once, both handlers are made again at each render
  }, [revealed])
  useEffect(() => {
    if (view.last >= view.first) onNeed(view.first, view.last)
  })
  const choose = (row: number): void => {
    props.onChoose(row)
    reveal(row)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    props.onKeyDown(event)
    if (event.defaultPrevented || event.target !== event.currentTarget) return
    if (event.key === 'Enter' && chosen >= 0) return props.onActivate()
    const row = nextRow(event.key, chosen, count - 1)
    if (row === null || row < 0) return
    event.preventDefault()
    if (row !== count - 1) onFollow(false)
    choose(row)
  }
  const onScroll = (): void => {
    const element = box.current
    if (element === null) return
    readScroll()
    const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - NEAR_END_PX
    // Moving up stops following; coming back to the end follows again.
    if (isAtEnd !== isFollowing) onFollow(isAtEnd)
  }
  const tracks = columns.map(({ width }) => width).join(' ')
  const rows = Array.from({ length: Math.max(0, view.last - view.first + 1) }, (_, at) => view.first + at)
  return (
    <div
      ref={box}
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={count + 1}
      aria-activedescendant={chosen >= view.first && chosen <= view.last ? `${id}-${chosen}` : undefined}
      className={styles.table}
      onKeyDown={onKeyDown}
      onScroll={onScroll}
    >
      <div role="row" aria-rowindex={1} className={styles.head} style={{ gridTemplateColumns: tracks }}>
        {columns.map((column) => (
          <div key={column.key} role="columnheader" className={styles.headCell} data-align={column.align}>
            {column.title}
          </div>
        ))}
      </div>
      {count === 0 ? (
        <div role="row">
          <div role="gridcell" aria-colspan={columns.length}>
            {props.empty}
          </div>
        </div>
      ) : null}
      <div role="rowgroup" className={styles.rows} style={{ height: view.height }}>
        {rows.map((row, index) => {
          const frame = props.rowAt(row)
          return (
            <Row
              key={row}
              id={`${id}-${row}`}
              frame={frame}
              row={row}
              columns={columns}
              isChosen={row === chosen}
              isPair={frame !== undefined && frame.n === props.pair}
              onChoose={choose}
              onActivate={props.onActivate}
              style={{
                gridTemplateColumns: tracks,
                height: rowHeight,
                transform: `translateY(${view.top + index * rowHeight}px)`,
              }}
            />
          )
        })}
      </div>
    </div>
  )
}
