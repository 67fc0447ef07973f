import type { KeyboardEvent } from 'react'
import { cellAfter } from '../core/movement.ts'
import type { Paging } from './data-table-props.ts'
import type { RowChoice } from '../grid/use-row-choice.ts'
import type { GridCursor } from './use-grid-cursor.ts'

export interface GridActions {
  cursor: GridCursor
  checks: RowChoice | null
  /** Index of the last row. */
  last: number
  /** Rows that PageUp and PageDown go. */
  perView: number
  paging: Paging | undefined
  /** Absent: rows do not open. */
  open: (() => void) | undefined
  openMenu: () => void
  copy: () => void
}

/** A list is a grid of one column: its ends are those of the rows. */
function rowAfter(key: string, row: number, last: number, perView: number): number | null {
  const isFar = key === 'Home' || key === 'End'
  return cellAfter({ key, isFar }, { row, column: 0 }, { rows: last + 1, columns: 1, perView })?.row ?? null
}

function turnPage(key: string, paging: Paging | undefined): boolean {
  const step = key === 'PageDown' ? 1 : key === 'PageUp' ? -1 : 0
  if (paging === undefined || step === 0) return false
  const page = paging.page + step
  if (page >= 1 && page <= Math.ceil(paging.total / paging.pageSize)) paging.onPage(page)
  return true
}

function onCommand(key: string, { checks, copy }: GridActions): boolean {
  if (key === 'a' && checks !== null) checks.chooseAll()
  // What the mouse marked is copied by the browser itself.
  else if (key === 'c' && (window.getSelection()?.toString() ?? '') === '') copy()
  else return false
  return true
}

function onRowKey(event: KeyboardEvent, actions: GridActions): boolean {
  const { cursor, checks, last, perView } = actions
  const to = rowAfter(event.key, cursor.index, last, perView)
  if (to === null) return false
  if (event.shiftKey) checks?.extend(cursor.index, to)
  cursor.go(to)
  return true
}

/** Does what a key stands for in a grid; false leaves it to the browser. */
export function actOnKey(event: KeyboardEvent, actions: GridActions): boolean {
  const { key } = event
  const { cursor, checks } = actions
  const hasRow = cursor.index >= 0
  if (event.ctrlKey || event.metaKey) return onCommand(key.toLowerCase(), actions)
  if (event.altKey) return turnPage(key, actions.paging)
  if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) {
    if (hasRow) actions.openMenu()
    return hasRow
  }
  if (key === 'Enter') {
    if (hasRow) actions.open?.()
    return hasRow
  }
  if (key === ' ') {
    if (hasRow) checks?.choose(cursor.index, event.shiftKey)
    return true
  }
  if (key === 'ArrowRight' || key === 'ArrowLeft') {
    cursor.goSideways(key === 'ArrowRight' ? 1 : -1)
    return true
  }
  return onRowKey(event, actions)
}
