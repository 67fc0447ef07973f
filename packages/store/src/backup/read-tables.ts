import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Dialect, Store } from '../store.ts'
import { tableShapes } from './table-shapes.ts'
import type { TableShape } from './table-shapes.ts'

const ROWS_PER_PAGE = 1_000

export type StoredValue = string | number | null

/** Some rows of one table, each in the order of its columns. A table without rows has one empty page. */
export interface TablePage extends TableShape {
  rows: StoredValue[][]
}

/** All rows of all tables as of one moment, while the console goes on; `sink` is awaited before more is read. */
export async function readTables(
  anyStore: Pick<Store<never>, 'as'>,
  sink: (page: TablePage) => Promise<void>,
): Promise<{ migrations: string[] }> {
  const store = anyStore.as<{ schema_migrations: { name: string; position: number } }>()
  return store.read.transaction().execute(async (tx) => {
    const applied = await tx.selectFrom('schema_migrations').select('name').orderBy('position').execute()
    const db = tx as unknown as Kysely<unknown>
    for (const shape of await tableShapes(db, store.dialect)) await readTable(db, store.dialect, shape, sink)
    return { migrations: applied.map(({ name }) => name) }
  })
}

async function readTable(
  db: Kysely<unknown>,
  dialect: Dialect,
  shape: TableShape,
  sink: (page: TablePage) => Promise<void>,
): Promise<void> {
  const nextPage = dialect === 'sqlite' ? pagesByRowId(db, shape) : await pagesByCursor(db, shape)
  let isFirst = true
  for (;;) {
    const rows = await nextPage()
    if (rows.length > 0 || isFirst) await sink({ ...shape, rows })
    isFirst = false
    if (rows.length < ROWS_PER_PAGE) break
  }
  if (dialect === 'postgres') await sql`close qd_backup`.execute(db)
}

type NextPage = () => Promise<StoredValue[][]>
type Row = Record<string, StoredValue>

const valuesOf = ({ columns }: TableShape, row: Row) => columns.map((column) => row[column] ?? null)
const listOf = ({ columns }: TableShape) => sql.join(columns.map((column) => sql.ref(column)))

function pagesByRowId(db: Kysely<unknown>, shape: TableShape): NextPage {
  let after = Number.MIN_SAFE_INTEGER
  return async () => {
    const { rows } = await sql<Row & { qd_rowid: number }>`
      select rowid as qd_rowid, ${listOf(shape)} from ${sql.table(shape.table)}
      where rowid > ${after} order by rowid limit ${ROWS_PER_PAGE}`.execute(db)
    after = rows.at(-1)?.qd_rowid ?? after
    return rows.map((row) => valuesOf(shape, row))
  }
}

async function pagesByCursor(db: Kysely<unknown>, shape: TableShape): Promise<NextPage> {
  await sql`declare qd_backup no scroll cursor for select ${listOf(shape)} from ${sql.table(shape.table)}`.execute(
    db,
  )
  return async () => {
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_PER_PAGE)} from qd_backup`.execute(db)
    return rows.map((row) => valuesOf(shape, row))
  }
}
