import { writeCells } from '../core/cells-as-text.ts'
import type { DataColumn } from './data-column.ts'

/** Columns that have text to copy or export. */
function spoken<T>(columns: readonly DataColumn<T>[]): readonly DataColumn<T>[] {
  return columns.filter((column) => column.text !== undefined)
}

/** Rows as lines of tab-separated text, as spreadsheets take them from the clipboard. */
export function rowsAsText<T>(columns: readonly DataColumn<T>[], rows: readonly T[]): string {
  const cells = spoken(columns)
  return writeCells(rows.map((row) => cells.map((column) => column.text?.(row) ?? '')))
}

/** A row as JSON, by column key. */
export function rowAsJson<T>(columns: readonly DataColumn<T>[], row: T): string {
  return JSON.stringify(
    Object.fromEntries(spoken(columns).map((column) => [column.key, column.text?.(row) ?? ''])),
    null,
    2,
  )
}
