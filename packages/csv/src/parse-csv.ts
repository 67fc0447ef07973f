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
  /** Line of the file in which the record begins, from 1. */
  line?: number
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

export interface CsvRow {
  /** Line of the file in which it begins, from 1. */
  line: number
  /** By head. */
  cells: Readonly<Record<string, string>>
}

export interface CsvRows {
  /** Empty when the file has any fault. */
  rows: readonly CsvRow[]
  faults: readonly CsvFault[]
}

interface CsvRecord {
  line: number
  cells: readonly string[]
}

function headFaults(head: readonly string[], options: ParseOptions): CsvFault[] {
  const known = new Set([...options.required, ...(options.optional ?? [])])
  const missing = options.required.filter((column) => !head.includes(column))
  const unknown = head.filter((column) => !known.has(column))
  const repeated = head.filter((column, index) => head.indexOf(column) < index)
  return [
    ...missing.map((column): CsvFault => ({ code: 'missing_column', line: 1, column })),
    ...unknown.map((column): CsvFault => ({ code: 'unknown_column', line: 1, column })),
    ...repeated.map((column): CsvFault => ({ code: 'repeated_column', line: 1, column })),
  ]
}

function lengthFaults(records: readonly CsvRecord[], width: number): CsvFault[] {
  return records.flatMap(({ line, cells }): CsvFault[] => {
    if (cells.length === width) return []
    return [{ code: cells.length < width ? 'too_few_cells' : 'too_many_cells', line }]
  })
}

/** Records with the line each begins in: a quoted cell may hold line breaks. */
function readRecords(text: string, most: number): { records: CsvRecord[]; faults: CsvFault[] } {
  const records: CsvRecord[] = []
  const faults: CsvFault[] = []
  let line = 1
  let at = 0
  Papa.parse<string[]>(text, {
    preview: most,
    delimiter: ',',
    step: ({ data, errors, meta }) => {
      records.push({ line, cells: data })
      if (errors.length > 0) faults.push({ code: 'broken_quotes', line })
      const read = text.slice(at, meta.cursor)
      line += read.match(/\r\n|\r|\n/g)?.length ?? 0
      at = meta.cursor
    },
  })
  return { records, faults }
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
  const { records, faults: quotes } = readRecords(plain, options.maxRows + 2)
  const [first, ...all] = records
  const head = first?.cells.map((cell) => unguarded(cell).trim()) ?? []
  // An empty line between others is no record, unless the file has but one column.
  const body = head.length > 1 ? all.filter(({ cells }) => cells.length > 1 || cells[0] !== '') : all
  if (body.length > options.maxRows) return only('too_many_rows')
  const faults = [...quotes, ...headFaults(head, options), ...lengthFaults(body, head.length)]
  if (faults.length > 0) return { rows: [], faults }
  const rows = body.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(head.map((column, index) => [column, unguarded(cells[index] ?? '')])),
  }))
  return { rows, faults: [] }
}
