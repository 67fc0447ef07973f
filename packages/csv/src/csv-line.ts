import Papa from 'papaparse'
import { guarded, unguarded } from './guard.ts'

/** One record with its end; no cell starts as a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${Papa.unparse([cells.map(guarded)], { newline: '\r\n' })}\r\n`
}

/** The cells of one record, without its end; null for quotes in the wrong place. */
export function csvCells(record: string): readonly string[] | null {
  const { data, errors } = Papa.parse<string[]>(record, { delimiter: ',', newline: '\r\n' })
  return errors.length > 0 || data.length !== 1 ? null : data[0]!.map(unguarded)
}
