import type { Kysely, SelectQueryBuilder } from 'kysely'
import { StoreError } from './store-error.ts'

type Filter<DB, T extends keyof DB> = (
  query: SelectQueryBuilder<DB, T, object>,
) => SelectQueryBuilder<DB, T, object>

/** Rows of a table, optionally filtered, as a number on both databases. */
export async function count<DB, T extends keyof DB & string>(
  db: Kysely<DB>,
  table: T,
  filter?: Filter<DB, T>,
): Promise<number> {
  const all = db.selectFrom(table) as unknown as SelectQueryBuilder<DB, T, object>
  const query = filter ? filter(all) : all
  const row = await query.select((eb) => eb.fn.countAll<number>().as('rows')).executeTakeFirst()
  const rows = (row as { rows?: number } | undefined)?.rows
  if (rows === undefined)
    throw new StoreError('store_misuse', `count(${table}) must not be grouped or limited.`)
  return rows
}
