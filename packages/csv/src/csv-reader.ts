import { CsvScan } from './csv-scan.ts'
import type { CsvRecord } from './csv-scan.ts'
import { unguarded } from './guard.ts'

export type CsvFaultCode =
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

export interface CsvReading {
  /** Heads the file must have. */
  required: readonly string[]
  /** Heads the file may have. */
  optional?: readonly string[]
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

/** A longer record than this, in characters, is one whose quotes never close. */
const RECORD_MOST = 65_536

function headFaults(head: readonly string[], options: CsvReading): CsvFault[] {
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

function only(code: CsvFaultCode): CsvRows {
  return { rows: [], faults: [{ code }] }
}

/** Reads a CSV file with a head, as its text comes; refuses what it is not sure of and says where. */
export class CsvReader {
  readonly #options: CsvReading
  readonly #records: CsvRecord[] = []
  readonly #scan = new CsvScan((record) => this.#keep(record))
  #head: readonly string[] | null = null
  #hasText = false
  /** Line of a record whose quotes never close. */
  #endlessAt: number | null = null

  constructor(options: CsvReading) {
    this.#options = options
  }

  /** Characters it keeps because they are no whole record yet. */
  get kept(): number {
    return this.#scan.open.length
  }

  /** Whether what comes can change nothing any more: the file is refused. */
  get isOver(): boolean {
    return this.#brokenAt !== null || this.#records.length > this.#options.maxRows
  }

  get #brokenAt(): number | null {
    return this.#scan.brokenAt ?? this.#endlessAt
  }

  take(given: string): void {
    if (this.isOver || given === '') return
    const text = this.#hasText ? given : given.replace(/^\uFEFF/, '')
    this.#hasText = true
    this.#scan.take(text)
    const { line, length } = this.#scan.open
    if (length > RECORD_MOST) this.#endlessAt = line
  }

  end(): CsvRows {
    if (!this.isOver) this.#scan.end()
    if (this.#records.length > this.#options.maxRows) return only('too_many_rows')
    const line = this.#brokenAt
    if (line === null && this.#head === null) return only('empty')
    const head = this.#head ?? []
    const faults = [
      ...(line === null ? [] : [{ code: 'broken_quotes', line } as const]),
      ...headFaults(head, this.#options),
      ...lengthFaults(this.#records, head.length),
    ]
    if (faults.length > 0) return { rows: [], faults }
    const rows = this.#records.map((record) => ({
      line: record.line,
      cells: Object.fromEntries(head.map((column, index) => [column, unguarded(record.cells[index] ?? '')])),
    }))
    return { rows, faults: [] }
  }

  #keep(record: CsvRecord): void {
    const { cells } = record
    if (this.#head === null) this.#head = cells.map((cell) => unguarded(cell).trim())
    // An empty line between others is no record, unless the file has but one column.
    else if (this.#head.length === 1 || cells.length > 1 || cells[0] !== '') this.#records.push(record)
  }
}
