import Papa from 'papaparse'
import { CsvScan } from './csv-scan.ts'
import { guarded, unguarded } from './guard.ts'

/** One record with its end; no cell starts as a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${Papa.unparse([cells.map(guarded)], { newline: '\r\n' })}\r\n`
}

/** The cells of one record, without its end; null for quotes in the wrong place and for more than one record. */
export function csvCells(record: string): readonly string[] | null {
  const found: (readonly string[])[] = []
  const scan = new CsvScan(({ cells }) => found.push(cells))
  scan.take(record)
  scan.end()
  return scan.brokenAt !== null || found.length !== 1 ? null : found[0]!.map(unguarded)
}
