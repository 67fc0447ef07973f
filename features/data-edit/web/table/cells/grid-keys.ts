import type { KeyboardEvent } from 'react'
import { cellAfter } from '@qd/web-tables/core'
import type { GridModel } from '../view/use-grid-model.ts'

/** What the keys of a grid can do besides moving. */
export interface GridDeeds {
  /** Opens the input of the cell under the cursor, or the row's form for a list; `typed` starts the text. */
  edit: (typed?: string) => void
  pickAll: () => void
  /** Picks or leaves the row under the cursor. */
  pick: (extends_: boolean) => void
  clear: () => void
  fillDown: () => void
  openMenu: () => void
}

function onCommand(key: string, deeds: GridDeeds): boolean {
  if (key === 'a') deeds.pickAll()
  else if (key === 'd') deeds.fillDown()
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

function onDeed(event: KeyboardEvent, model: GridModel, deeds: GridDeeds): boolean {
  const { key } = event
  if (key === 'Escape') {
    const isMarked = model.view.anchor !== null || model.view.picked.size > 0
    if (isMarked) model.change({ anchor: null, picked: new Set() })
    return isMarked
  }
  if (model.cursor.row < 0 && model.view.picked.size === 0) return false
  if (key === 'Delete' || key === 'Backspace') deeds.clear()
  else if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) deeds.openMenu()
  else if (key === ' ') deeds.pick(event.shiftKey)
  else if (key === 'Enter' || key === 'F2') deeds.edit()
  else if (key.length === 1 && !event.altKey) deeds.edit(key)
  else return false
  return true
}

/** Does what a key stands for in the grid; false leaves it to the browser. */
export function actOnGridKey(
  event: KeyboardEvent,
  model: GridModel,
  deeds: GridDeeds,
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
  if (isCommand) return onCommand(event.key.toLowerCase(), deeds)
  return onDeed(event, model, deeds)
}
