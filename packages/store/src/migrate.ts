import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { isStoreError, StoreError } from './store-error.ts'
import type { Dialect, Migration } from './store.ts'

interface MigrationTables {
  schema_migrations: { name: string; applied_at: number; position: number }
}

type RunWrite = <T>(fn: (tx: Kysely<unknown>) => Promise<T>) => Promise<T>

export interface MigrateOptions {
  migrations: readonly Migration[]
  /** Where the data lives, as the person at the terminal knows it. */
  place: string
  /** Known beforehand; a change that runs out of room on its way is refused just so. */
  isFull?: boolean
}

/** Brings the schema up to date, one transaction per migration. The caller holds the lock. */
export async function migrate(
  dialect: Dialect,
  write: RunWrite,
  { migrations, place, isFull = false }: MigrateOptions,
): Promise<void> {
  const applied = await write(async (tx) => {
    // A role that may make no tables is refused `create table if not exists` also where there is one.
    if (!(await hasTable(tx, dialect))) await createTable(tx)
    return appliedNames(tx)
  })
  assertKnown(applied, migrations)
  for (const [position, migration] of migrations.entries()) {
    if (applied.has(migration.name)) continue
    if (isFull) throw noRoom(place)
    try {
      await write((tx) => apply(tx, migration, position))
    } catch (error) {
      throw isStoreError(error, 'store_full') ? noRoom(place, error) : error
    }
  }
}

function noRoom(place: string, cause?: unknown): StoreError {
  const message = `This version has to change the database first, and there is no room in ${place}: make room, then start again.`
  return new StoreError('store_full', message, { cause })
}

/** For stores opened read-only: looks, changes nothing. */
export async function assertSchemaKnown(
  read: Kysely<unknown>,
  migrations: readonly Migration[],
): Promise<void> {
  assertKnown(await appliedNames(read), migrations)
}

async function hasTable(db: Kysely<unknown>, dialect: Dialect): Promise<boolean> {
  const look =
    dialect === 'postgres'
      ? sql<{ found: string | null }>`select to_regclass('schema_migrations')::text as found`
      : sql<{
          found: string | null
        }>`select max(name) as found from sqlite_master where name = 'schema_migrations'`
  const { rows } = await look.execute(db)
  return rows[0]?.found !== null
}

async function createTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('schema_migrations')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .execute()
}

async function appliedNames(db: Kysely<unknown>): Promise<Set<string>> {
  const tables = db as Kysely<unknown> as unknown as Kysely<MigrationTables>
  const rows = await tables.selectFrom('schema_migrations').select('name').execute()
  return new Set(rows.map((row) => row.name))
}

async function apply(tx: Kysely<unknown>, migration: Migration, position: number): Promise<void> {
  try {
    await migration.up(tx)
  } catch (cause) {
    if (isStoreError(cause, 'store_full')) throw cause
    throw new StoreError('store_migration_failed', `Migration ${migration.name} failed: ${String(cause)}`, {
      cause,
    })
  }
  const tables = tx as unknown as Kysely<MigrationTables>
  await tables
    .insertInto('schema_migrations')
    .values({ name: migration.name, applied_at: Date.now(), position })
    .execute()
}

function assertKnown(applied: ReadonlySet<string>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map((migration) => migration.name))
  if (known.size !== migrations.length) {
    throw new StoreError('store_misuse', 'Two migrations carry the same name.')
  }
  const foreign = [...applied].filter((name) => !known.has(name))
  if (foreign.length > 0) {
    throw new StoreError(
      'store_schema_newer',
      `The database was changed by a newer program (${foreign.join(', ')}): start that one.`,
    )
  }
}
