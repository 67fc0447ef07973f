import type { KeyboardEvent } from 'react'
import { cellAfter } from '@qd/web-tables/core'
import type { GridModel } from '../view/use-grid-model.ts'

/** What the keys of a grid can do besides moving. */
export interface GridActions {
  /** Opens the input of the cell under the cursor, or the row's form for a list; `typed` starts the text. */
  edit: (typed?: string) => void
  pickAll: () => void
  /** Picks or leaves the row under the cursor. */
  pick: (extends_: boolean) => void
  clear: () => void
  fillDown: () => void
  openMenu: () => void
}

function onCommand(key: string, actions: GridActions): boolean {
  if (key === 'a') actions.pickAll()
  else if (key === 'd') actions.fillDown()
  else return false
  return true
}

/** Tab goes through the cells of a row and leaves the grid at its ends. */
function onTab(event: KeyboardEvent, model: GridModel): boolean {
  const { row, column } = model.cursor
  const next = column + (event.shiftKey ? -1 : 1)
  if (row < 0 || column < 0 || next < 0 || next >= model.columns.length) return false
  model.go({ row, column: next })
  return true
}

function onAction(event: KeyboardEvent, model: GridModel, actions: GridActions): boolean {
  const { key } = event
  if (key === 'Escape') {
    const isMarked = model.view.anchor !== null || model.view.picked.size > 0
    if (isMarked) model.change({ anchor: null, picked: new Set() })
    return isMarked
  }
  if (model.cursor.row < 0 && model.view.picked.size === 0) return false
  if (key === 'Delete' || key === 'Backspace') actions.clear()
  else if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) actions.openMenu()
  else if (key === ' ') actions.pick(event.shiftKey)
  else if (key === 'Enter' || key === 'F2') actions.edit()
  else if (key.length === 1 && !event.altKey) actions.edit(key)
  else return false
  return true
}

/** Does what a key stands for in the grid; false leaves it to the browser. */
export function actOnGridKey(
  event: KeyboardEvent,
  model: GridModel,
  actions: GridActions,
  perView: number,
): boolean {
  const isCommand = event.ctrlKey || event.metaKey
  const size = { rows: model.order.keys.length, columns: model.columns.length, perView }
  if (size.rows === 0) return false
  if (event.key === 'Tab') return onTab(event, model)
  // Without a cursor the first key brings it to the first cell.
  const start = { row: Math.max(0, model.cursor.row), column: Math.max(0, model.cursor.column) }
  const to = cellAfter({ key: event.key, isFar: isCommand }, start, size)
  if (to) {
    const isNowhere = model.cursor.row < 0
    model.go(isNowhere ? start : to, event.shiftKey && !isNowhere)
    return true
  }
  if (isCommand) return onCommand(event.key.toLowerCase(), actions)
  return onAction(event, model, actions)
}
