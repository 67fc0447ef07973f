import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { StoreError } from '../store-error.ts'
import type { Store } from '../store.ts'
import type { StoredValue, TablePage } from './read-tables.ts'
import { tableShapes } from './table-shapes.ts'

/** Below the limits of both databases on parameters of one statement. */
const MOST_PARAMETERS = 16_000

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** Replaces the contents of all tables in one transaction; what `pages` throws leaves everything as it was. */
export async function writeTables(
  store: Pick<Store<never>, 'dialect' | 'write'>,
  pages: AsyncIterable<TablePage>,
): Promise<void> {
  await store.write(async (never) => {
    const tx = never as unknown as Kysely<unknown>
    const shapes = await tableShapes(tx, store.dialect)
    const columnsOf = new Map(shapes.map(({ table, columns }) => [table, new Set(columns)]))
    // Parents and children come in any order; the references are checked at the end.
    const keys = store.dialect === 'postgres' ? await dropForeignKeys(tx) : []
    if (store.dialect === 'sqlite') await sql`pragma defer_foreign_keys = on`.execute(tx)
    for (const { table } of shapes) await sql`delete from ${sql.table(table)}`.execute(tx)
    for await (const page of pages) {
      const known = columnsOf.get(page.table)
      if (!known || page.columns.some((column) => !known.has(column))) {
        throw new StoreError('store_misuse', `The backup holds ${page.table}, which this schema has not.`)
      }
      await insertPage(tx, page)
    }
    for (const { table, name, definition } of keys) {
      await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
        tx,
      )
    }
  })
}

async function insertPage(tx: Kysely<unknown>, { table, columns, rows }: TablePage): Promise<void> {
  const rowsAtOnce = Math.max(1, Math.floor(MOST_PARAMETERS / columns.length))
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const values = rows.slice(at, at + rowsAtOnce).map(tupleOf)
    const list = sql.join(columns.map((column) => sql.ref(column)))
    await sql`insert into ${sql.table(table)} (${list}) values ${sql.join(values)}`.execute(tx)
  }
}

const tupleOf = (row: readonly StoredValue[]) => sql`(${sql.join(row.map((value) => sql.val(value)))})`

async function dropForeignKeys(tx: Kysely<unknown>): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select r.relname::text as "table", c.conname::text as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`.execute(tx)
  for (const { table, name } of rows) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx)
  }
  return rows
}
