import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Dialect } from '../store.ts'
import { MARK_TABLE } from './restore-mark.ts'

/** A table as a backup sees it: its name and its stored columns, in order. */
export interface TableShape {
  table: string
  columns: string[]
}

/** What is made by whoever opens or restores the database, never copied. */
const BOOKKEEPING = new Set(['schema_migrations', MARK_TABLE])

/** Search indexes and generated columns follow from the rest, so they are left out. */
const COLUMNS = {
  sqlite: `select l.name as "table", c.name as "column" from pragma_table_list l, pragma_table_xinfo(l.name) c
    where l.schema = 'main' and l.type = 'table' and l.name not like 'sqlite\\_%' escape '\\' and c.hidden = 0
    order by l.name, c.cid`,
  postgres: `select c.table_name::text as "table", c.column_name::text as "column" from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
    order by c.table_name, c.ordinal_position`,
}

/** All tables of the program in the database. */
export async function tableShapes(db: Kysely<unknown>, dialect: Dialect): Promise<TableShape[]> {
  const { rows } = await sql<{ table: string; column: string }>`${sql.raw(COLUMNS[dialect])}`.execute(db)
  const shapes = new Map<string, TableShape>()
  for (const { table, column } of rows) {
    if (BOOKKEEPING.has(table)) continue
    const shape = shapes.get(table) ?? { table, columns: [] }
    shape.columns.push(column)
    shapes.set(table, shape)
  }
  return [...shapes.values()]
}
