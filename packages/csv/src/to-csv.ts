import Papa from 'papaparse'
import { guarded } from './guard.ts'

export interface CsvColumn<T> {
  /** Head of the column. */
  title: string
  text: (row: T) => string
}

export interface CsvOptions {
  /** Byte order mark: without it Excel reads UTF-8 as the machine's old code page. */
  hasBom?: boolean
}

const BOM = '\uFEFF'

/** Rows as CSV (RFC 4180, CRLF); no cell, head included, starts as a formula. */
export function toCsv<T>(
  columns: readonly CsvColumn<T>[],
  rows: readonly T[],
  options: CsvOptions = {},
): string {
  const head = columns.map((column) => guarded(column.title))
  const cells = rows.map((row) => columns.map((column) => guarded(column.text(row))))
  // A row of one empty cell would be an empty line, which every reader skips.
  const text = Papa.unparse([head, ...cells], { newline: '\r\n', quotes: columns.length === 1 })
  return `${options.hasBom === true ? BOM : ''}${text}\r\n`
}
