import { spotOf, useRowChoice } from '@qd/web-tables'
import type { GridSpot, MenuPlace } from '@qd/web-tables'
import { isInRange } from '@qd/web-tables/core'
import { useEffect, useRef } from 'react'
import type { HTMLAttributes, MouseEvent, RefObject } from 'react'
import { actOnGridKey } from './grid-keys.ts'
import type { CellEdit } from './use-cell-editing.ts'
import type { RowActions } from '../edits/use-grid-actions.ts'
import type { GridModel } from '../view/use-grid-model.ts'

interface CellSpot {
  row: number
  /** -1: beside the cells. */
  column: number
  part: GridSpot<'pick' | 'action' | 'open'>['part']
}

/** Where in the grid something happened; null: not in a row, or inside an open input. */
function cellSpotOf(target: EventTarget | null, { columns }: GridModel): CellSpot | null {
  if (target instanceof Element && target.closest('[data-editing]') !== null) return null
  const spot = spotOf(target, ['pick', 'action', 'open'])
  return spot && { ...spot, column: columns.findIndex(({ key }) => key === spot.column) }
}

export interface GridEventOptions {
  model: GridModel
  actions: RowActions
  cell: CellEdit
  /** Rows that PageUp and PageDown go. */
  perView: number
  openMenu: (place: MenuPlace) => void
  scroller: RefObject<HTMLDivElement | null>
}

/** Whether the button is held since a press on a cell. */
function useDrag(): { start: () => void; isOn: () => boolean } {
  const isDragging = useRef(false)
  useEffect(() => {
    const end = (): void => {
      isDragging.current = false
    }
    window.addEventListener('mouseup', end)
    return () => window.removeEventListener('mouseup', end)
  }, [])
  return {
    start: () => {
      isDragging.current = true
    },
    isOn: () => isDragging.current,
  }
}

function useMouse(options: GridEventOptions, pick: (row: number, extends_: boolean) => void) {
  const { model, actions, cell, openMenu, scroller } = options
  const drag = useDrag()
  const onAction = (key: string): void => {
    if (model.store.byKey.get(key)?.state === 'removed') actions.restoreRow(key)
    else actions.removeRows([key])
  }
  const onPress = (spot: CellSpot, event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey) return pick(spot.row, false)
    cell.stop()
    model.go(spot, event.shiftKey)
    drag.start()
  }
  return {
    onMouseDown: (event: MouseEvent) => {
      const spot = cellSpotOf(event.target, model)
      if (!spot || event.button !== 0) return
      if (spot.part === 'cell' && spot.column >= 0) onPress(spot, event)
      if (spot.part === 'action') return
      // The grid keeps the focus, so that keys go on working after a press anywhere in it.
      event.preventDefault()
      scroller.current?.focus({ preventScroll: true })
    },
    onMouseOver: (event: MouseEvent) => {
      if (!drag.isOn() || event.buttons !== 1) return
      const spot = cellSpotOf(event.target, model)
      const isElsewhere = spot?.row !== model.cursor.row || spot.column !== model.cursor.column
      if (spot && spot.column >= 0 && isElsewhere) model.go(spot, true)
    },
    onClick: (event: MouseEvent) => {
      const spot = cellSpotOf(event.target, model)
      const key = spot && model.order.keys[spot.row]
      if (!spot || key === null || key === undefined) return
      if (spot.part === 'pick') pick(spot.row, event.shiftKey)
      else if (spot.part === 'action') onAction(key)
      else if (spot.part === 'open') actions.openForm(key)
    },
    onDoubleClick: (event: MouseEvent) => {
      const spot = cellSpotOf(event.target, model)
      if (spot?.part === 'cell' && spot.column >= 0) cell.edit(spot.row, spot.column)
    },
    onContextMenu: (event: MouseEvent) => {
      const spot = cellSpotOf(event.target, model)
      if (!spot) return
      event.preventDefault()
      if (!isInRange(model.range, spot)) model.go({ row: spot.row, column: Math.max(0, spot.column) })
      openMenu({ x: event.clientX, y: event.clientY })
    },
  }
}

type GridHandlers = Pick<
  HTMLAttributes<HTMLDivElement>,
  | 'onKeyDown'
  | 'onMouseDown'
  | 'onMouseOver'
  | 'onClick'
  | 'onDoubleClick'
  | 'onContextMenu'
  | 'onCopy'
  | 'onPaste'
>

/** The handlers of the whole grid; rows have none, so that they stay drawn while others change. */
export function useGridEvents(options: GridEventOptions): GridHandlers {
  const { model, actions, cell, perView, openMenu, scroller } = options
  const { cursor, order, change, view } = model
  const rows = useRowChoice({
    keys: () => order.keys,
    chosen: view.picked,
    onChoose: (picked) => change({ picked }),
  })
  const mouse = useMouse(options, rows.choose)
  return {
    ...mouse,
    onCopy: actions.onCopy,
    onPaste: actions.onPaste,
    onKeyDown: (event) => {
      if (event.target !== event.currentTarget || event.defaultPrevented) return
      const isDone = actOnGridKey(
        event,
        model,
        {
          edit: (typed) => cell.edit(cursor.row, Math.max(0, cursor.column), typed),
          pickAll: () => change({ picked: new Set(order.keys) }),
          pick: (extends_) => rows.choose(cursor.row, extends_),
          clear: actions.clearCells,
          fillDown: actions.fillDown,
          openMenu: () => {
            const active = scroller.current?.querySelector('[data-active]')?.getBoundingClientRect()
            if (active) openMenu({ x: active.left + 12, y: active.bottom })
          },
        },
        perView,
      )
      if (isDone) event.preventDefault()
    },
  }
}
