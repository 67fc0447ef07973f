import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Leave } from '@qd/web-controls/fields'
import { useEditorPlace } from '../../state/editor-context.ts'
import type { CellEditing } from './grid-cell.tsx'
import { isNested } from '../is-nested.ts'
import { canSet } from '../edits/row-edits.ts'
import type { RowActions } from '../edits/use-grid-actions.ts'
import type { GridModel } from '../view/use-grid-model.ts'

export interface CellEdit {
  /** Text the open edit started with; null: the value; undefined: no edit is open. */
  editing: string | null | undefined
  /** Opens the input of a cell, the form of a row for a list. */
  edit: (row: number, column: number, typed?: string) => void
  stop: () => void
  context: CellEditing
}

/** Whether the cell under the cursor is being edited, and what its input does when it is done. */
export function useCellEditing(model: GridModel, actions: RowActions, focusGrid: () => void): CellEdit {
  const { canEdit } = useEditorPlace()
  const [editing, setEditing] = useState<string | null | undefined>(undefined)
  const { cursor, columns, order, rowAt, go } = model
  const edit = (row: number, at: number, typed?: string): void => {
    const column = columns[at]
    const target = rowAt(row)
    if (!column || !target) return
    go({ row, column: at })
    if (column.kind === 'field' && isNested(column.field)) {
      if (typed === undefined) actions.openForm(target.key)
      return
    }
    if (canEdit && canSet(target, column)) setEditing(typed ?? null)
  }
  const edited = () => {
    const column = columns[cursor.column]
    const key = order.keys[cursor.row]
    return column && key !== undefined ? { column, key } : null
  }
  const type = (value: unknown, typing: symbol): void => {
    const cell = edited()
    if (cell) actions.typeCell(cell.key, cell.column, value, typing)
  }
  const commit = (value: string | number): void => {
    const cell = edited()
    if (cell) actions.setCell(cell.key, cell.column, value)
  }
  const leave = (to: Leave): void => {
    setEditing(undefined)
    const step = to === 'right' ? 1 : to === 'left' ? -1 : 0
    const column = Math.max(0, Math.min(columns.length - 1, cursor.column + step))
    const row = Math.min(order.keys.length - 1, cursor.row + (to === 'down' ? 1 : 0))
    if (to !== 'stay') go({ row, column })
    focusGrid()
  }
  const latest = useRef({ type, commit, leave })
  useLayoutEffect(() => {
    latest.current = { type, commit, leave }
  })
  const context = useMemo(
    (): CellEditing => ({
      type: (value, typing) => latest.current.type(value, typing),
      commit: (value) => latest.current.commit(value),
      leave: (to) => latest.current.leave(to),
    }),
    [],
  )
  return { editing, edit, stop: () => setEditing(undefined), context }
}
