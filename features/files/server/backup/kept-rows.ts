import type { TablePage } from '@qd/store'
import type { FileTables } from '../file-tables.ts'

const FILE = 'file' satisfies keyof FileTables
const NODE = 'file_node' satisfies keyof FileTables
type Column = keyof FileTables['file']

/**
 * A page of rows as a backup keeps it. Files that have expired and uploads that are not here whole are left out; so is which
 * node keeps files where, as the nodes of a restored console are others. Pages of other tables stay as they are.
 */
export function keptRows(page: TablePage, nowMs: number): TablePage {
  if (page.table === NODE) return { ...page, rows: [] }
  if (page.table !== FILE) return page
  const at = (column: Column) => page.columns.indexOf(column)
  const [sha256, expires] = [at('sha256'), at('expires_at')]
  return { ...page, rows: page.rows.filter((row) => row[sha256] !== null && Number(row[expires]) > nowMs) }
}

/** The contents that rows of a kept page need, by their sha256. */
export function contentsOf(page: TablePage): string[] {
  if (page.table !== FILE) return []
  const at = page.columns.indexOf('sha256' satisfies Column)
  return page.rows.map((row) => String(row[at]))
}
