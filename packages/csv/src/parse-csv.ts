import Papa from 'papaparse'
import { unguarded } from './guard.ts'

export type CsvFaultCode =
  | 'too_large'
  | 'too_many_rows'
  | 'empty'
  | 'broken_quotes'
  | 'too_few_cells'
  | 'too_many_cells'
  | 'missing_column'
  | 'unknown_column'
  | 'repeated_column'

/** What is wrong with a file, and where. */
export interface CsvFault {
  code: CsvFaultCode
  /** Record of the file from 1, the head included. */
  record?: number
  column?: string
}

export interface ParseOptions {
  /** Heads the file must have. */
  required: readonly string[]
  /** Heads the file may have. */
  optional?: readonly string[]
  maxBytes: number
  maxRows: number
}

export interface CsvRows {
  /** Cells by head; empty when the file has any fault. */
  rows: readonly Readonly<Record<string, string>>[]
  faults: readonly CsvFault[]
}

function headFaults(head: readonly string[], options: ParseOptions): CsvFault[] {
  const known = new Set([...options.required, ...(options.optional ?? [])])
  const missing = options.required.filter((column) => !head.includes(column))
  const unknown = head.filter((column) => !known.has(column))
  const repeated = head.filter((column, index) => head.indexOf(column) < index)
  return [
    ...missing.map((column): CsvFault => ({ code: 'missing_column', record: 1, column })),
    ...unknown.map((column): CsvFault => ({ code: 'unknown_column', record: 1, column })),
    ...repeated.map((column): CsvFault => ({ code: 'repeated_column', record: 1, column })),
  ]
}

function lengthFaults(records: readonly (readonly string[])[], width: number): CsvFault[] {
  return records.flatMap((cells, index): CsvFault[] => {
    if (cells.length === width) return []
    return [{ code: cells.length < width ? 'too_few_cells' : 'too_many_cells', record: index + 2 }]
  })
}

function only(code: CsvFaultCode): CsvRows {
  return { rows: [], faults: [{ code }] }
}

/** Reads a CSV file with a head; refuses what it is not sure of and says where. */
export function parseCsv(text: string, options: ParseOptions): CsvRows {
  if (text.length > options.maxBytes || new TextEncoder().encode(text).length > options.maxBytes) {
    return only('too_large')
  }
  const plain = text.replace(/^\uFEFF/, '').replace(/\r?\n$/, '')
  if (plain === '') return only('empty')
  // One more than the head and the rows allowed tells that there are too many.
  const parsed = Papa.parse<string[]>(plain, {
    preview: options.maxRows + 2,
    delimiter: ',',
  })
  const [first = [], ...all] = parsed.data
  // An empty line between others is no record, unless the file has but one column.
  const records = first.length > 1 ? all.filter((cells) => cells.length > 1 || cells[0] !== '') : all
  if (records.length > options.maxRows) return only('too_many_rows')
  const head = first.map((cell) => unguarded(cell).trim())
  const faults = [
    ...parsed.errors.map((error): CsvFault => ({ code: 'broken_quotes', record: (error.row ?? 0) + 1 })),
    ...headFaults(head, options),
    ...lengthFaults(records, head.length),
  ]
  if (faults.length > 0) return { rows: [], faults }
  const rows = records.map((cells) =>
    Object.fromEntries(head.map((column, index) => [column, unguarded(cells[index] ?? '')])),
  )
  return { rows, faults: [] }
}
