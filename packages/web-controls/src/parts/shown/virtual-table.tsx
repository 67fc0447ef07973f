import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { useRowHeight } from '@qd/web-base'
import styles from './virtual-table.module.css'

export interface Column<T> {
  key: string
  title: ReactNode
  /** Protocol name in small mono below the title. */
  subTitle?: string
  /** Pixels, or a CSS track such as `minmax(120px, 1fr)`. */
  width: number | string
  align?: 'left' | 'right'
  render: (row: T, index: number) => ReactNode
}

export interface VirtualTableProps<T> {
  /** Name of the table for readers. */
  label: string
  rows: readonly T[]
  columns: readonly Column<T>[]
  rowKey: (row: T, index: number) => string
  /** Pixels; default: as the chosen density says. */
  rowHeight?: number
  selectedKey?: string | null
  onSelect?: (row: T, index: number) => void
  /** Enter or double click on a row. */
  onActivate?: (row: T, index: number) => void
  /** Sees keys before the table does; `preventDefault` keeps the table from acting. */
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void
  /** Shown below the head when there are no rows. */
  empty?: ReactNode
}

const PAGE_ROWS = 10
/** jsdom and hidden pages have no size; a few rows are drawn anyway. */
const FALLBACK_RECT = { width: 800, height: 480 }

function trackOf(width: number | string): string {
  return typeof width === 'number' ? `${width}px` : width
}

/** The narrowest the columns may get together; head and rows share it so that they stay in line. */
function minWidthOf(columns: readonly { width: number | string }[]): number {
  return columns.reduce((sum, { width }) => {
    const smallest = typeof width === 'number' ? width : Number(/\d+(?=px)/.exec(width)?.[0] ?? 0)
    return sum + smallest
  }, 0)
}

function nextIndex(key: string, at: number, last: number): number | null {
  if (key === 'ArrowDown') return Math.min(last, at + 1)
  if (key === 'ArrowUp') return Math.max(0, at - 1)
  if (key === 'PageDown') return Math.min(last, at + PAGE_ROWS)
  if (key === 'PageUp') return Math.max(0, at - PAGE_ROWS)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return null
}

function HeadRow<T>({
  columns,
  tracks,
}: {
  columns: readonly Column<T>[]
  tracks: CSSProperties
}): ReactNode {
  return (
    <div role="row" aria-rowindex={1} className={styles.head} style={tracks}>
      {columns.map((column) => (
        <div key={column.key} role="columnheader" className={styles.headCell} data-align={column.align}>
          <span className={styles.headTitle}>{column.title}</span>
          {column.subTitle === undefined ? null : <span className={styles.subTitle}>{column.subTitle}</span>}
        </div>
      ))}
    </div>
  )
}

/** A table that draws only the rows in view; arrow keys select, Enter activates. */
export function VirtualTable<T>(props: VirtualTableProps<T>): ReactNode {
  const { rows, columns, rowKey, selectedKey, onSelect, onActivate } = props
  const defaultHeight = useRowHeight()
  const { rowHeight = defaultHeight } = props
  const scroller = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialRect: FALLBACK_RECT,
    scrollPaddingStart: 40,
  })
  useEffect(() => virtualizer.measure(), [rowHeight, virtualizer])
  const selectedIndex =
    selectedKey === undefined || selectedKey === null
      ? -1
      : rows.findIndex((row, i) => rowKey(row, i) === selectedKey)
  useEffect(() => {
    if (selectedIndex >= 0) virtualizer.scrollToIndex(selectedIndex, { align: 'auto' })
  }, [selectedIndex, virtualizer])
  const minWidth = minWidthOf(columns)
  const tracks: CSSProperties = {
    gridTemplateColumns: columns.map((c) => trackOf(c.width)).join(' '),
    minWidth,
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    props.onKeyDown?.(event)
    if (event.defaultPrevented || event.target !== event.currentTarget) return
    const current = rows[selectedIndex]
    if (event.key === 'Enter' && current !== undefined) return onActivate?.(current, selectedIndex)
    const index = nextIndex(event.key, selectedIndex, rows.length - 1)
    const row = index === null ? undefined : rows[index]
    if (index === null || row === undefined || onSelect === undefined) return
    event.preventDefault()
    onSelect(row, index)
  }

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
      tabIndex={0}
      className={styles.table}
      onKeyDown={onKeyDown}
    >
      <HeadRow columns={columns} tracks={tracks} />
      {rows.length === 0 ? props.empty : null}
      <div role="rowgroup" className={styles.rows} style={{ height: virtualizer.getTotalSize(), minWidth }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (row === undefined) return null
          return (
            <div
              key={rowKey(row, item.index)}
              role="row"
              aria-rowindex={item.index + 2}
              aria-selected={item.index === selectedIndex}
              className={styles.row}
              style={{ ...tracks, height: rowHeight, transform: `translateY(${item.start}px)` }}
              onClick={() => onSelect?.(row, item.index)}
              onDoubleClick={() => onActivate?.(row, item.index)}
            >
              {columns.map((column) => (
                <div key={column.key} role="gridcell" data-align={column.align} className={styles.cell}>
                  {column.render(row, item.index)}
                </div>
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}
