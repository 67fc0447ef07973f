import type { DataColumn } from './data-column.ts'

/** Columns that have text to copy or export. */
function spoken<T>(columns: readonly DataColumn<T>[]): readonly DataColumn<T>[] {
  return columns.filter((column) => column.text !== undefined)
}

/** A cell for a line of tab-separated text: line breaks and tabs would tear the line apart. */
function flat(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ')
}

/** Rows as lines of tab-separated text, as spreadsheets take them from the clipboard. */
export function rowsAsText<T>(columns: readonly DataColumn<T>[], rows: readonly T[]): string {
  const cells = spoken(columns)
  return rows.map((row) => cells.map((column) => flat(column.text?.(row) ?? '')).join('\t')).join('\n')
}

/** A row as JSON, by column key. */
export function rowAsJson<T>(columns: readonly DataColumn<T>[], row: T): string {
  return JSON.stringify(
    Object.fromEntries(spoken(columns).map((column) => [column.key, column.text?.(row) ?? ''])),
    null,
    2,
  )
}
