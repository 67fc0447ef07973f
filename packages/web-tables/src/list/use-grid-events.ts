import type { HTMLAttributes, MouseEvent, RefObject } from 'react'
import type { DataTableProps } from './data-table-props.ts'
import type { DataColumn } from './data-column.ts'
import { spotOf } from '../grid/grid-spot.ts'
import { actOnKey } from './grid-keys.ts'
import { rowsAsText } from './row-text.ts'
import type { RowChoice } from '../grid/use-row-choice.ts'
import type { GridCursor } from './use-grid-cursor.ts'
import { copyAloud } from '@qd/web-frame'
import type { RowMenu } from './use-row-menu.tsx'

/** What a row has besides its cells: the box that checks it, the button of its menu. */
const placeOf = (target: EventTarget | null) => spotOf(target, ['check', 'menu'] as const)

export interface GridEventOptions<T> {
  props: DataTableProps<T>
  rows: readonly T[]
  visible: readonly DataColumn<T>[]
  scroller: RefObject<HTMLDivElement | null>
  cursor: GridCursor
  checks: RowChoice | null
  rowMenu: RowMenu<T>
  /** Rows that PageUp and PageDown go. */
  perView: number
}

type GridHandlers = Pick<
  HTMLAttributes<HTMLDivElement>,
  'onKeyDown' | 'onMouseDown' | 'onClick' | 'onDoubleClick' | 'onContextMenu'
>

/** The handlers of the whole grid; rows have none, so that they stay drawn while others change. */
export function useGridEvents<T>(options: GridEventOptions<T>): GridHandlers {
  const { props, rows, visible, scroller, cursor, checks, rowMenu } = options
  const { rowKey, checked, onOpen } = props
  const active = rows[cursor.index]
  const copy = () => {
    const picked = rows.filter((row) => checked?.has(rowKey(row)) === true)
    const cell = visible.find(({ key, text }) => key === cursor.column && text !== undefined)
    if (picked.length > 0) void copyAloud(rowsAsText(visible, picked))
    else if (active !== undefined) void copyAloud(rowsAsText(cell === undefined ? visible : [cell], [active]))
  }
  const openMenu = () => {
    const box = scroller.current?.querySelector(`[data-index="${cursor.index}"]`)?.getBoundingClientRect()
    if (active === undefined || box === undefined) return
    rowMenu.open(active, cursor.column, { x: Math.max(box.left, 0) + 24, y: box.bottom })
  }
  const onClick = (event: MouseEvent) => {
    const at = placeOf(event.target)
    const row = at === null ? undefined : rows[at.row]
    if (at === null || row === undefined) return
    if (at.part === 'check') checks?.choose(at.row, event.shiftKey)
    else if (at.part === 'cell') cursor.go(at.row, at.column)
    else {
      const box = (event.target as Element).closest('[data-menu]')?.getBoundingClientRect()
      rowMenu.open(row, null, { x: box?.left ?? 0, y: (box?.bottom ?? 0) + 4 })
    }
  }
  return {
    onKeyDown: (event) => {
      if (event.target !== event.currentTarget || event.defaultPrevented) return
      const open = onOpen === undefined || active === undefined ? undefined : () => onOpen(active)
      const { perView } = options
      const actions = { cursor, checks, perView, paging: props.paging, open, openMenu, copy }
      if (actOnKey(event, { ...actions, last: rows.length - 1 })) event.preventDefault()
    },
    onMouseDown: (event) => {
      // The keys go on working after a click on a box.
      if (placeOf(event.target)?.part !== 'check') return
      event.preventDefault()
      scroller.current?.focus({ preventScroll: true })
    },
    onClick,
    onDoubleClick: (event) => {
      const at = placeOf(event.target)
      const row = at?.part === 'cell' ? rows[at.row] : undefined
      if (row !== undefined) onOpen?.(row)
    },
    onContextMenu: (event) => {
      const at = placeOf(event.target)
      const row = at === null ? undefined : rows[at.row]
      if (at === null || row === undefined) return
      event.preventDefault()
      cursor.go(at.row, at.column)
      rowMenu.open(row, at.column, { x: event.clientX, y: event.clientY })
    },
  }
}
