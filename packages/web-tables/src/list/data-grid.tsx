import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useKitText } from '@qd/web-base'
import styles from '../grid/data-grid.module.css'
import type { DataTableProps, MoreRows } from './data-table-props.ts'
import { GridHead } from '../grid/grid-head.tsx'
import { GridRow } from './grid-row.tsx'
import type { LayoutControls } from '../grid/use-column-layout.ts'
import { useGridChecks } from './use-grid-checks.ts'
import { useGridCursor } from './use-grid-cursor.ts'
import { useGridEvents } from './use-grid-events.ts'
import { useGridFrame } from './use-grid-frame.tsx'
import type { GridSort } from '../core/sort.ts'
import { rowsInView } from '../core/window.ts'
import { useGridWindow } from '../grid/use-grid-window.ts'
import { useRowHeight } from '@qd/web-base'
import { useRowMenu } from './use-row-menu.tsx'

/** Pixels, with its lower line. */
const HEAD_HEIGHT = 34
/** A cursor list goes on when this many rows before its end come into view. */
const MORE_AHEAD = 12

export interface DataGridProps<T> {
  props: DataTableProps<T>
  rows: readonly T[]
  sort: GridSort
  controls: LayoutControls
  /** Instead of rows: why there are none, or a skeleton. */
  placeholder: ReactNode
}

/** Asks for the next rows when the end comes near; once per length, so that a failure is not repeated. */
function useMoreRows(more: MoreRows | undefined, count: number, end: number): void {
  const asked = useRef(-1)
  useEffect(() => {
    if (more?.load === undefined || more.isLoading || asked.current === count) return
    if (count === 0 || end < count - MORE_AHEAD) return
    asked.current = count
    more.load()
  }, [more, count, end])
}

function CheckAll<T>(props: {
  table: DataTableProps<T>
  rows: readonly T[]
  onCheck: () => void
}): ReactNode {
  const t = useKitText()
  const { checked, rowKey } = props.table
  const here = checked === undefined ? 0 : props.rows.filter((row) => checked.has(rowKey(row))).length
  const isSome = here > 0 && here < props.rows.length
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isSome
  }, [isSome])
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={t('table.checkAll')}
      checked={here > 0 && here === props.rows.length}
      onChange={props.onCheck}
    />
  )
}

/** Rows and columns in view, with cursor, check boxes and menus. */
export function DataGrid<T>({ props, rows, sort, controls, placeholder }: DataGridProps<T>): ReactNode {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight()
  const shown = useGridWindow(scroller, rowHeight)
  const { rowKey, checked, paging } = props
  const { placement, frame, visible, width, columnCount } = useGridFrame(id, props, controls.layout, shown)
  const cursor = useGridCursor({ props, rows, placement, scroller, rowHeight, headHeight: HEAD_HEIGHT })
  const checks = useGridChecks(props, rows)
  const rowMenu = useRowMenu({ columns: visible, rowActions: props.rowActions })
  const perView = Math.max(1, Math.floor(shown.height / rowHeight) - 2)
  const handlers = useGridEvents({ props, rows, visible, scroller, cursor, checks, rowMenu, perView })
  const { start, end } = rowsInView(shown, rowHeight, rows.length)
  useMoreRows(props.more, rows.length, end)
  const page = paging?.page
  const shownPage = useRef(page)
  useLayoutEffect(() => {
    if (shownPage.current !== page && scroller.current !== null) scroller.current.scrollTop = 0
    shownPage.current = page
  }, [page])
  const hasCell = cursor.column !== null && cursor.index >= start && cursor.index < end
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={props.label}
      aria-rowcount={(paging?.total ?? rows.length) + 1}
      aria-colcount={columnCount}
      aria-multiselectable={checks === null ? undefined : true}
      aria-activedescendant={hasCell ? `${id}-cell` : undefined}
      tabIndex={0}
      className={styles.grid}
      {...handlers}
    >
      <div className={styles.inner} style={{ width }}>
        <GridHead
          placement={placement}
          slice={frame.slice}
          numberOf={frame.numberOf}
          hasMenu={frame.menu !== null}
          sort={sort}
          controls={controls}
          check={checks === null ? null : <CheckAll table={props} rows={rows} onCheck={checks.chooseAll} />}
        />
        {rows.length === 0 ? null : (
          <div role="rowgroup" className={styles.rows} style={{ height: rows.length * rowHeight }}>
            {rows.slice(start, end).map((row, offset) => {
              const key = rowKey(row)
              const isActive = start + offset === cursor.index
              return (
                <GridRow
                  key={key}
                  row={row}
                  index={start + offset}
                  height={rowHeight}
                  isActive={isActive}
                  isChecked={checks === null ? null : checked?.has(key) === true}
                  activeColumn={isActive ? cursor.column : null}
                  frame={frame}
                />
              )
            })}
          </div>
        )}
      </div>
      {placeholder === null ? null : (
        // A grid holds rows alone; what says why there are none may have a button.
        <div role="row" className={styles.placeholder}>
          <div role="gridcell" aria-colspan={columnCount}>
            {placeholder}
          </div>
        </div>
      )}
      {rowMenu.menu}
    </div>
  )
}
