import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { Leave } from '@qd/web-kit/fields'
import type { TableRow } from '../model/table-rows.ts'
import { useEditorPlace, useSessionPart } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { isNested } from './grid-columns.ts'
import type { GridColumn } from './grid-columns.ts'

export interface GridCursor {
  rowKey: string | null
  column: string | null
  /** Text the open edit started with; undefined: no edit is open. */
  editing: string | null | undefined
  pick: (rowKey: string, column?: string) => void
  edit: (rowKey: string, column: string, typed?: string) => void
  leave: (to: Leave) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

function isTyping(event: KeyboardEvent): boolean {
  return event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
}

function columnStep(event: KeyboardEvent): number {
  if (event.key === 'ArrowRight' || (event.key === 'Tab' && !event.shiftKey)) return 1
  return event.key === 'ArrowLeft' || event.key === 'Tab' ? -1 : 0
}

/** Cursor of the grid: where it stands, how keys move it, and when an edit is open. */
export function useGridCursor(
  rows: readonly TableRow[],
  columns: readonly GridColumn[],
  onOpenNested: (rowKey: string) => void,
): GridCursor {
  const { uId, canEdit } = useEditorPlace()
  const rowKey = useSessionPart((session) => session.rowKey)
  const column = useSessionPart((session) => session.column)
  const [editing, setEditing] = useState<string | null | undefined>(undefined)
  const patch = (part: { rowKey?: string; column?: string }): void => useEditor.getState().patch(uId, part)
  const at = columns.findIndex(({ key }) => key === column)

  const pick = (row: string, key?: string): void => {
    setEditing(undefined)
    patch({ rowKey: row, ...(key === undefined ? {} : { column: key }) })
  }
  const edit = (row: string, key: string, typed?: string): void => {
    patch({ rowKey: row, column: key })
    const target = columns.find((each) => each.key === key)
    const isGone = rows.find((each) => each.key === row)?.state === 'removed'
    if (target && isNested(target.field)) return onOpenNested(row)
    if (canEdit && target?.isEditable === true && !isGone) setEditing(typed ?? null)
  }
  const moveColumn = (step: number): boolean => {
    const next = columns[at + step]
    if (next) patch({ column: next.key })
    return next !== undefined
  }
  const leave = (to: Leave): void => {
    setEditing(undefined)
    if (to === 'right') moveColumn(1)
    if (to === 'left') moveColumn(-1)
    if (to !== 'down') return
    const below = rows[rows.findIndex(({ key }) => key === rowKey) + 1]
    if (below) patch({ rowKey: below.key })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget || rowKey === null) return
    const step = columnStep(event)
    const isHandled = step === 0 ? false : moveColumn(step)
    const key = column ?? columns[0]?.key
    if (key !== undefined && step === 0) {
      if (event.key === 'Enter' || event.key === 'F2') edit(rowKey, key)
      else if (isTyping(event)) edit(rowKey, key, event.key)
      else return
      return event.preventDefault()
    }
    if (isHandled) event.preventDefault()
  }
  return { rowKey, column, editing, pick, edit, leave, onKeyDown }
}
