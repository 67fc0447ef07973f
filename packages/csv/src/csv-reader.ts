import Papa from 'papaparse'
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

interface CsvRecord {
  line: number
  cells: readonly string[]
}

/** Text is gathered to so many characters before it is looked at: a piece may be a single one. */
const GATHERED = 16_384
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
  readonly #quotes: CsvFault[] = []
  #head: readonly string[] | null = null
  /** As after the head; null before its end has come. */
  #newline: '\r' | '\n' | '\r\n' | null = null
  #line = 1
  #hasText = false
  /** The record that has no end yet. */
  #rest = ''

  /** What has not been looked at. */
  #waiting = ''
  readonly #gathered: number

  constructor(options: CsvReading, gathered: number = GATHERED) {
    this.#options = options
    this.#gathered = gathered
  }

  /** Characters it keeps because they are no whole record yet. */
  get kept(): number {
    return this.#rest.length + this.#waiting.length
  }

  /** Whether what comes can change nothing any more: the file is refused. */
  get isOver(): boolean {
    return this.#quotes.length > 0 || this.#records.length > this.#options.maxRows
  }

  take(text: string): void {
    if (this.isOver || text === '') return
    this.#waiting += this.#hasText ? text : text.replace(/^\uFEFF/, '')
    this.#hasText ||= this.#waiting !== ''
    if (this.#waiting.length >= this.#gathered) this.#look()
  }

  end(): CsvRows {
    this.#look()
    if (!this.#hasText || (this.#head === null && /^\r?\n?$/.test(this.#rest))) return only('empty')
    const last = this.#rest.replace(/\r?\n$|\r$/, '')
    if (!this.isOver && last !== '')
      for (const { cells, isBroken } of this.#parse(last)) this.#keep(cells, last, isBroken)
    if (this.#records.length > this.#options.maxRows) return only('too_many_rows')
    const head = this.#head ?? []
    const faults = [
      ...this.#quotes,
      ...headFaults(head, this.#options),
      ...lengthFaults(this.#records, head.length),
    ]
    if (faults.length > 0) return { rows: [], faults }
    const rows = this.#records.map(({ line, cells }) => ({
      line,
      cells: Object.fromEntries(head.map((column, index) => [column, unguarded(cells[index] ?? '')])),
    }))
    return { rows, faults: [] }
  }

  #look(): void {
    if (this.isOver) return
    const piece = this.#rest + this.#waiting
    this.#waiting = ''
    // Half of a line break may be still to come.
    const end = piece.endsWith('\r') ? piece.length - 1 : piece.length
    const text = piece.slice(0, end)
    this.#newline ??= (/\r\n|\r|\n/.exec(text)?.[0] ?? null) as '\r' | '\n' | '\r\n' | null
    this.#rest = (this.#newline === null ? text : this.#readWhole(text)) + piece.slice(end)
    if (this.#rest.length > RECORD_MOST) this.#quotes.push({ code: 'broken_quotes', line: this.#line })
  }

  /** Keeps the records that have an end, and gives what is left. */
  #readWhole(text: string): string {
    const records = this.#parse(text)
    // The last one may go on in the next piece.
    records.pop()
    let from = 0
    for (const { cells, to, isBroken } of records) {
      this.#keep(cells, text.slice(from, to), isBroken)
      from = to
      if (this.isOver) return ''
    }
    return text.slice(from)
  }

  #parse(text: string) {
    const records: { cells: readonly string[]; to: number; isBroken: boolean }[] = []
    Papa.parse<string[]>(text, {
      delimiter: ',',
      newline: this.#newline ?? '\n',
      step: ({ data, errors, meta }) => {
        records.push({ cells: data, to: meta.cursor, isBroken: errors.length > 0 })
      },
    })
    return records
  }

  #keep(cells: readonly string[], text: string, isBroken: boolean): void {
    const line = this.#line
    this.#line += text.match(/\r\n|\r|\n/g)?.length ?? 0
    if (isBroken) this.#quotes.push({ code: 'broken_quotes', line })
    if (this.#head === null) this.#head = cells.map((cell) => unguarded(cell).trim())
    // An empty line between others is no record, unless the file has but one column.
    else if (this.#head.length === 1 || cells.length > 1 || cells[0] !== '')
      this.#records.push({ line, cells })
  }
}
