import { ownValue } from '@qd/protocol-model'
import type { Change } from '@qd/protocol-model'
import { kitText } from '@qd/web-base'
import { copyAloud, toast } from '@qd/web-frame'
import type { ClipboardEvent } from 'react'
import { editText as inputText } from '@qd/web-controls/fields'
import { awaitedAt } from '../../model/awaited.ts'
import type { TableRow } from '../../model/table-rows.ts'
import { useEditorPlace, useEditorSession } from '../../state/editor-context.ts'
import { draftActions, useEditor } from '../../state/editor-store.ts'
import { awaitedText } from '../../state/use-lock.ts'
import { useWholeRows } from '../../state/use-whole-rows.ts'
import { editText } from '../../texts.ts'
import { hasMany, readCells, writeCells } from '@qd/web-tables/core'
import type { GridColumn } from '../view/grid-columns.tsx'
import { openMultiEdit } from './multi-edit-dialog.tsx'
import { openPaste } from '../clipboard/paste-dialog.tsx'
import { planPaste } from '../clipboard/plan-paste.ts'
import { openRowDialog } from './row-dialog.tsx'
import { canSet, clearedValues, copiedValues, editRows, removals } from './row-edits.ts'
import { runWhole } from '../run-sliced.ts'
import type { GridModel } from '../view/use-grid-model.ts'

/** Up to this many cells a paste is planned at once; more with a dialog that says how far it is. */
const CELLS_AT_ONCE = 2000

/** What can be done to the rows and cells of a grid. */
export interface RowActions {
  /** Rows may come and go; else only values change. */
  canWhole: boolean
  rowsOf: (keys: readonly string[]) => TableRow[]
  openForm: (key: string) => void
  /** Who changed it, when, to what: a cell, or the row without a column, or the column without a row. */
  openHistory: (at: { key?: string; column?: GridColumn }) => void
  setCell: (key: string, column: GridColumn, value: string | number) => void
  /** While one types in it; see `typeDraft`. */
  typeCell: (key: string, column: GridColumn, value: unknown, typing: symbol) => void
  clearCells: () => void
  fillDown: () => void
  removeRows: (keys: readonly string[]) => void
  restoreRow: (key: string) => void
  copyRow: (key: string) => void
  editMany: () => void
  copyJson: () => void
  copyCells: () => string
  onCopy: (event: ClipboardEvent) => void
  onPaste: (event: ClipboardEvent) => void
}

/** The cell as a spreadsheet shall have it: what could be typed into it again. */
function cellText(row: TableRow, column: GridColumn, zoneMinutes: number): string {
  const value = ownValue(row.row, column.field.fieldName)
  if (column.kind === 'name' || value === undefined) return column.text?.(row) ?? ''
  return inputText(column.field, value, zoneMinutes)
}

function cellsOf(model: GridModel, zoneMinutes: number): string[][] {
  const { range, view, order, columns, rowAt } = model
  const picked = view.picked.size === 0 ? [] : order.keys.filter((key) => view.picked.has(key))
  const line = (row: TableRow | undefined, shown: readonly GridColumn[]): string[] =>
    row ? shown.map((column) => cellText(row, column, zoneMinutes)) : []
  if (picked.length > 0) {
    // Whole rows carry their column names, by which they find their place again.
    const head = columns.map((column) => column.subTitle ?? column.title)
    return [head, ...picked.map((key) => line(model.store.byKey.get(key), columns))]
  }
  if (!range) return []
  const shown = columns.slice(range.left, range.right + 1)
  const cells: string[][] = []
  for (let index = range.top; index <= range.bottom; index += 1) cells.push(line(rowAt(index), shown))
  return cells
}

/** One copied cell goes into every marked one. */
function spread(model: GridModel, cells: string[][]): string[][] {
  const { range, view } = model
  const [only] = cells
  const isSingle = cells.length === 1 && only?.length === 1
  if (!isSingle || !range || !hasMany(range) || view.picked.size > 0) return cells
  return Array.from({ length: range.bottom - range.top + 1 }, () =>
    Array.from({ length: range.right - range.left + 1 }, () => only[0] ?? ''),
  )
}

function pasteInto(
  model: GridModel,
  text: string,
  at: Pick<Parameters<typeof openPaste>[1], 'draft' | 'place'>,
): void {
  const { range, cursor } = model
  const cells = spread(model, readCells(text))
  const start = range ? { row: range.top, column: range.left } : cursor
  const target = {
    ...at,
    info: model.info,
    columns: model.columns,
    keys: model.order.keys,
    rowOf: (key: string) => model.store.byKey.get(key),
    cursor: { row: Math.max(0, start.row), column: Math.max(0, start.column) },
  }
  const isSmall = cells.length * (cells[0]?.length ?? 0) <= CELLS_AT_ONCE
  if (!isSmall) return openPaste(cells, target, null)
  const plan = runWhole(planPaste(cells, target))
  if (plan.faults.length > 0 || plan.addedRows > 0) return openPaste(cells, target, plan)
  if (plan.changes.length === 0) return toast.success(editText('grid.paste.nothing'))
  draftActions.edit(at.place.player, plan.changes)
  toast.success(editText('grid.paste.done', { count: plan.cells }))
}

function copyActions(model: GridModel, zoneMinutes: number) {
  const copyCells = (): string => writeCells(cellsOf(model, zoneMinutes))
  const rows = (): unknown[] => model.targets().flatMap((key) => model.store.byKey.get(key)?.row ?? [])
  return {
    copyCells,
    onCopy: (event: ClipboardEvent) => {
      if (event.target !== event.currentTarget) return
      const text = copyCells()
      if (text === '') return
      event.preventDefault()
      event.clipboardData.setData('text/plain', text)
      toast.message(kitText('copied'))
    },
    copyJson: () => {
      const list = rows()
      void copyAloud(JSON.stringify(list.length === 1 ? list[0] : list, null, 2))
    },
  }
}

/** The actions of a grid; those that change something do nothing for who may only read. */
export function useGridActions(model: GridModel): RowActions {
  const place = useEditorPlace()
  const { draft } = useEditorSession()
  const { player, canEdit, unknown } = place
  const { info, store, range, columns, rowAt } = model
  const canWhole = useWholeRows(info)
  const rowsOf = (keys: readonly string[]): TableRow[] => keys.flatMap((key) => store.byKey.get(key) ?? [])
  const marked = range ? columns.slice(range.left, range.right + 1) : []
  const markedRows = (): TableRow[] =>
    range ? rowsOf(model.order.keys.slice(range.top, range.bottom + 1)) : []
  const edit = (changes: Parameters<typeof draftActions.edit>[1]): void => {
    if (canEdit && changes.length > 0) draftActions.edit(player, changes)
  }
  const cellEdit = (key: string, column: GridColumn, value: unknown): Change[] => {
    const row = store.byKey.get(key)
    if (!row || !canSet(row, column)) return []
    return [{ diff: info.name, key, path: [column.field.fieldName], op: 'set', value }]
  }
  const removeRows = (keys: readonly string[]): void => {
    if (!canWhole) return
    const rows = rowsOf(keys)
    const lockOf = (key: string) => awaitedAt(unknown, { diff: info.name, key, path: [] })
    const awaited = rows.flatMap(({ key }) => lockOf(key) ?? [])[0]
    // Said once, however many rows it is true of; the others go.
    if (awaited !== undefined) toast.error(awaitedText(editText, awaited))
    const gone = removals(
      info,
      rows.filter(({ key }) => lockOf(key) === null),
    )
    if (gone.length === 0) return
    edit(gone)
    model.change({ picked: new Set() })
    if (gone.length > 1) toast.success(editText('grid.removed', { count: gone.length }))
  }
  return {
    ...copyActions(model, place.zoneMinutes),
    canWhole,
    rowsOf,
    openForm: (key) => useEditor.getState().patch(player, { rowKey: key, mode: 'form' }),
    openHistory: ({ key, column }) => {
      const path = column === undefined ? [] : [column.field.fieldName]
      const at = { diff: info.name, ...(key === undefined ? {} : { key }), path }
      useEditor.getState().patch(player, { history: { place: at } })
    },
    setCell: (key, column, value) => edit(cellEdit(key, column, value)),
    typeCell: (key, column, value, typing) => {
      if (canEdit) draftActions.type(player, cellEdit(key, column, value), typing)
    },
    clearCells: () => {
      if (model.view.picked.size > 0) return removeRows(model.targets())
      edit(editRows(info, markedRows(), (row) => clearedValues(draft.protocol, row, marked)))
    },
    fillDown: () => {
      if (!range) return
      const isOneRow = range.top === range.bottom
      const from = rowAt(isOneRow ? range.top - 1 : range.top)
      const rows = isOneRow ? markedRows() : markedRows().slice(1)
      if (from) edit(editRows(info, rows, (row) => copiedValues(from, row, marked)))
    },
    removeRows,
    restoreRow: (key) =>
      draftActions.revert(
        player,
        draft.changes.filter((change) => change.diff === info.name && change.key === key),
      ),
    copyRow: (key) => {
      const row = store.byKey.get(key)
      if (row && canWhole) openRowDialog(info, place, row)
    },
    editMany: () => {
      const rows = rowsOf(model.targets())
      if (canEdit && rows.length > 0) {
        openMultiEdit({ model, rows, column: columns[model.cursor.column], draft, place })
      }
    },
    onPaste: (event) => {
      if (event.target !== event.currentTarget || !canEdit) return
      const text = event.clipboardData.getData('text/plain')
      if (text === '') return
      event.preventDefault()
      pasteInto(model, text, { draft, place })
    },
  }
}
