import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import type { CSSProperties, DragEvent, KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { cssZoom, useKitText } from '@qd/web-base'
import { useZoneText } from '@qd/web-controls'
import type { PlacedColumn, Placement } from '../core/column-layout.ts'
import { RowCells } from './row-cells.tsx'
import { ColumnMenu } from './column-menu.tsx'
import type { MenuPlace } from './floating-menu.tsx'
import { CHECK_WIDTH, MENU_WIDTH } from '../list/grid-row.tsx'
import type { ColumnSpec } from '../core/column-spec.ts'
import type { ColumnSlice } from '../core/window.ts'
import type { LayoutControls } from './use-column-layout.ts'
import type { GridSort } from '../core/sort.ts'
import styles from './data-grid.module.css'

/** One press of an arrow key changes a width by this many pixels. */
const WIDTH_STEP = 16

interface HeadCellProps {
  placed: PlacedColumn<ColumnSpec>
  number: number
  sort: GridSort
  controls: LayoutControls
  style: CSSProperties
  isTabStop: boolean
  onFocus: () => void
  onMenu: (key: string, place: MenuPlace) => void
}

function sortOf(sort: GridSort, key: string): 'none' | 'ascending' | 'descending' | undefined {
  if (!sort.isSortable({ key })) return undefined
  if (sort.key !== key) return 'none'
  return sort.isDescending ? 'descending' : 'ascending'
}

function SortIcon({ direction }: { direction: ReturnType<typeof sortOf> }): ReactNode {
  if (direction === undefined) return null
  if (direction === 'none') return <ArrowUpDown size={12} className={styles.unsorted} aria-hidden />
  return direction === 'ascending' ? (
    <ArrowUp size={12} className={styles.sorted} aria-hidden />
  ) : (
    <ArrowDown size={12} className={styles.sorted} aria-hidden />
  )
}

/** A drag that begins this close to the right edge is about the width, not the place. */
const EDGE = 8
const DRAGGED = 'application/x-qd-column'

/** Columns are put where they are dropped; the same is in the menu and the settings, without dragging. */
function dragHandlers(key: string, controls: LayoutControls) {
  return {
    draggable: true,
    onDragStart: (event: DragEvent<HTMLDivElement>) => {
      const { right } = event.currentTarget.getBoundingClientRect()
      if (right - event.clientX < EDGE * cssZoom(event.currentTarget)) return event.preventDefault()
      event.dataTransfer.setData(DRAGGED, key)
      event.dataTransfer.effectAllowed = 'move'
    },
    onDragOver: (event: DragEvent<HTMLDivElement>) => {
      if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault()
    },
    onDrop: (event: DragEvent<HTMLDivElement>) => {
      const dragged = event.dataTransfer.getData(DRAGGED)
      if (dragged === '') return
      event.preventDefault()
      controls.moveTo(dragged, key)
    },
  }
}

/** Drags the right edge of a column; a double click gives the width back to the page. */
function ResizeHandle(props: { width: number; onResize: (width: number | undefined) => void }): ReactNode {
  const from = useRef<{ x: number; width: number } | null>(null)
  const onPointerDown = (event: PointerEvent<HTMLSpanElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, width: props.width }
  }
  return (
    <span
      className={styles.handle}
      aria-hidden
      onPointerDown={onPointerDown}
      onPointerMove={(event) => {
        const start = from.current
        if (start === null) return
        props.onResize(start.width + (event.clientX - start.x) / cssZoom(event.currentTarget))
      }}
      onPointerUp={() => {
        from.current = null
      }}
      onPointerCancel={() => {
        from.current = null
      }}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => {
        event.stopPropagation()
        props.onResize(undefined)
      }}
    />
  )
}

function HeadCell(props: HeadCellProps): ReactNode {
  const { placed, sort, controls, onMenu } = props
  const { key, title, subTitle, align, holds } = placed.column
  const zone = useZoneText()
  const direction = sortOf(sort, key)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const isArrow = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
    if (isArrow && event.shiftKey) {
      controls.resize(key, placed.width + (event.key === 'ArrowRight' ? WIDTH_STEP : -WIDTH_STEP))
    } else if (isArrow) {
      const next = event.key === 'ArrowRight' ? 'nextElementSibling' : 'previousElementSibling'
      const cell = event.currentTarget[next]
      if (cell instanceof HTMLElement && cell.dataset.head !== undefined) cell.focus()
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (direction !== undefined) sort.toggle(key)
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      onMenu(key, { x: box.left, y: box.bottom })
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      role="columnheader"
      aria-colindex={props.number}
      aria-sort={direction}
      tabIndex={props.isTabStop ? 0 : -1}
      data-head={key}
      data-align={align}
      data-sortable={direction !== undefined || undefined}
      title={[title, subTitle, holds === 'time' ? zone : undefined].filter(Boolean).join(' ')}
      className={styles.headCell}
      {...dragHandlers(key, controls)}
      style={props.style}
      onClick={direction === undefined ? undefined : () => sort.toggle(key)}
      onContextMenu={(event) => {
        event.preventDefault()
        onMenu(key, { x: event.clientX, y: event.clientY })
      }}
      onFocus={props.onFocus}
      onKeyDown={onKeyDown}
    >
      <span className={styles.headText}>
        <span className={styles.headTitle}>{title}</span>
        {subTitle === undefined ? null : <span className={styles.subTitle}>{subTitle}</span>}
      </span>
      <SortIcon direction={direction} />
      <ResizeHandle width={placed.width} onResize={(width) => controls.resize(key, width)} />
    </div>
  )
}

export interface GridHeadProps {
  placement: Placement<ColumnSpec>
  /** The free columns to draw. */
  slice: ColumnSlice<ColumnSpec>
  /** Column numbers for readers, from 1. */
  numberOf: (key: string) => number
  /** Rows have a last column of the grid's own. */
  hasMenu: boolean
  sort: GridSort
  controls: LayoutControls
  /** What stands above the first column: the box that checks the whole page. */
  check: ReactNode
  /** Pixels of the first column, where there is one. */
  checkWidth?: number
  /** A row below the titles, drawn for the same columns. */
  filters?: ReactNode
}

/** The sticky head: one stop for the tab key, arrows go from column to column. */
export function GridHead(props: GridHeadProps): ReactNode {
  const t = useKitText()
  const { placement, controls, sort, slice, numberOf } = props
  const [tabStop, setTabStop] = useState<string | null>(null)
  const [menu, setMenu] = useState<{ key: string; place: MenuPlace } | null>(null)
  const closeMenu = useCallback(() => setMenu(null), [])
  const hasCheck = props.check !== null
  const { checkWidth = CHECK_WIDTH } = props
  const drawn = [...placement.pinned, ...slice.columns]
  const stop = drawn.some(({ column }) => column.key === tabStop) ? tabStop : drawn[0]?.column.key
  const cell = (placed: PlacedColumn<ColumnSpec>, style: CSSProperties) => (
    <HeadCell
      key={placed.column.key}
      placed={placed}
      number={numberOf(placed.column.key)}
      sort={sort}
      controls={controls}
      style={style}
      isTabStop={placed.column.key === stop}
      onFocus={() => setTabStop(placed.column.key)}
      onMenu={(key, place) => setMenu({ key, place })}
    />
  )
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        {hasCheck ? (
          <div role="columnheader" aria-colindex={1} className={styles.check} style={{ width: checkWidth }}>
            {props.check}
          </div>
        ) : null}
        <RowCells pinned={placement.pinned} slice={slice} offset={hasCheck ? checkWidth : 0} cell={cell} />
        {props.hasMenu ? (
          <div role="columnheader" className={styles.menu} style={{ width: MENU_WIDTH }}>
            <span className="qd-visually-hidden">{t('table.rowActions')}</span>
          </div>
        ) : null}
      </div>
      {props.filters}
      {menu === null ? null : (
        <ColumnMenu
          columnKey={menu.key}
          place={menu.place}
          sort={sort}
          controls={controls}
          isPinned={placement.pinned.some(({ column }) => column.key === menu.key)}
          onClose={closeMenu}
        />
      )}
    </div>
  )
}
