import { AppError } from '@qd/contract-kit'
import { catalogueErrors } from '../../../contract/index.ts'

export interface CsvRecord {
  /** Line of the file the record begins in, 1 first. */
  line: number
  cells: string[]
}

interface Reading {
  text: string
  at: number
  line: number
}

/** A cell that a spreadsheet would run as a formula is written as text; reading takes the mark away again. */
const FORMULA = /^[=+\-@\t\r]/
const MARKED_FORMULA = /^'[=+\-@\t\r]/

function unreadable(line: number): AppError {
  return new AppError(catalogueErrors.catalogue_file_unreadable, {
    field: 'text',
    params: { reason: { text: 'file.quote', params: { line } } },
  })
}

function readQuoted(reading: Reading): string {
  const began = reading.line
  let cell = ''
  for (reading.at += 1; reading.at < reading.text.length; reading.at += 1) {
    const char = reading.text[reading.at]!
    if (char === '\n') reading.line += 1
    if (char !== '"') cell += char
    else if (reading.text[reading.at + 1] === '"') {
      cell += '"'
      reading.at += 1
    } else {
      reading.at += 1
      return cell
    }
  }
  throw unreadable(began)
}

function readCell(reading: Reading): string {
  if (reading.text[reading.at] === '"') {
    const cell = readQuoted(reading)
    if (!/^(?:$|[,\r\n])/.test(reading.text.slice(reading.at, reading.at + 1))) throw unreadable(reading.line)
    return cell
  }
  const ends = /[,\r\n]/g
  ends.lastIndex = reading.at
  const end = ends.exec(reading.text)?.index ?? reading.text.length
  const cell = reading.text.slice(reading.at, end)
  reading.at = end
  return cell
}

/** Records of a comma-separated text (RFC 4180); empty lines are left out. */
export function* readCsv(text: string): Generator<CsvRecord> {
  const reading: Reading = { text: text.replace(/^\uFEFF/, ''), at: 0, line: 1 }
  let record: CsvRecord = { line: 1, cells: [] }
  while (reading.at <= reading.text.length) {
    record.cells.push(readCell(reading).replace(MARKED_FORMULA, (marked) => marked.slice(1)))
    const char = reading.text[reading.at]
    if (char === ',') {
      reading.at += 1
      continue
    }
    if (record.cells.length > 1 || record.cells[0] !== '') yield record
    if (char === undefined) return
    reading.at += char === '\r' && reading.text[reading.at + 1] === '\n' ? 2 : 1
    reading.line += 1
    record = { line: reading.line, cells: [] }
  }
}

function cellText(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')
}
