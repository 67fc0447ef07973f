import type { StatementTarget, Store } from '@qd/store'
import type { AuditTables, SearchRow } from '../audit-tables.ts'
import { SEARCH_COLUMNS as COLUMNS } from './search-row.ts'

const ROWS_AT_ONCE = 40

type Params = readonly (string | number | null)[]

function tuples(count: number, mark: (index: number) => string): string {
  const tuple = (row: number) =>
    `(${COLUMNS.map((_, column) => mark(row * COLUMNS.length + column + 1)).join(', ')})`
  return Array.from({ length: count }, (_, row) => tuple(row)).join(', ')
}

/** Inserts search rows by prepared statements: many at once, then one by one; building the query would cost more. */
export function createInsertRows(store: Store<AuditTables>) {
  const inserting = (count: number) => {
    const head = `insert into audit_search (${COLUMNS.join(', ')}) values`
    const tail = 'on conflict (seq) do nothing'
    return store.statement<Params, never>({
      sqlite: `${head} ${tuples(count, () => '?')} ${tail}`,
      postgres: `${head} ${tuples(count, (i) => `$${i}`)} ${tail}`,
    })
  }
  const [many, one] = [inserting(ROWS_AT_ONCE), inserting(1)]
  const paramsOf = (row: SearchRow) => COLUMNS.map((column) => row[column])
  return async (tx: StatementTarget, rows: readonly SearchRow[]): Promise<void> => {
    const whole = rows.length - (rows.length % ROWS_AT_ONCE)
    for (let at = 0; at < whole; at += ROWS_AT_ONCE) {
      await many.run(tx, rows.slice(at, at + ROWS_AT_ONCE).flatMap(paramsOf))
    }
    for (const row of rows.slice(whole)) await one.run(tx, paramsOf(row))
  }
}
