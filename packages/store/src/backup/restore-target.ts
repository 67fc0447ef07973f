import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { clientConfig } from '../postgres/postgres-client.ts'
import { lockDataDir } from '../sqlite/sqlite-lock.ts'
import { StoreError } from '../store-error.ts'
import type { StoreOptions } from '../store.ts'

type Place = Pick<StoreOptions, 'dataDir' | 'databaseUrl'>

const SQLITE_FILES = ['quarterdeck.db', 'quarterdeck.db-wal', 'quarterdeck.db-shm']

/**
 * Makes the place ready for a restore: refuses one a console runs on, and one that was used unless `replace`.
 * A replaced SQLite file is moved aside, PostgreSQL's tables are dropped. Gives where the old file went.
 */
export async function prepareRestoreTarget(
  { dataDir, databaseUrl }: Place,
  options: { replace: boolean; stamp: string },
): Promise<string | null> {
  if (databaseUrl !== undefined) return preparePostgres(databaseUrl, options.replace)
  if (dataDir !== undefined) return prepareSqlite(dataDir, options)
  throw new StoreError('store_misuse', 'A restore needs databaseUrl or dataDir.')
}

const notEmpty = (what: string) =>
  new StoreError('store_misuse', `${what} is in use already: give --replace to lose what it holds.`)

function prepareSqlite(dataDir: string, options: { replace: boolean; stamp: string }): string | null {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockDataDir(dataDir)
  try {
    if (!existsSync(join(dataDir, SQLITE_FILES[0]!))) return null
    if (!options.replace) throw notEmpty(`The data folder ${dataDir}`)
    const moved = (name: string) => join(dataDir, `${name}.before-restore-${options.stamp}`)
    for (const name of SQLITE_FILES) {
      if (existsSync(join(dataDir, name))) renameSync(join(dataDir, name), moved(name))
    }
    return moved(SQLITE_FILES[0]!)
  } finally {
    unlock()
  }
}

async function preparePostgres(databaseUrl: string, isReplacing: boolean): Promise<null> {
  const client = new pg.Client(clientConfig(databaseUrl))
  client.on('error', () => undefined)
  await client.connect().catch((cause: unknown) => {
    throw new StoreError('store_unavailable', `PostgreSQL: ${String(cause)}`, { cause })
  })
  try {
    const running = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name = 'quarterdeck listener'`,
    )
    if (running.rows.length > 0) {
      throw new StoreError('store_locked', 'A console runs on this database: stop it first.')
    }
    const found = await client.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables
       where table_schema = current_schema() and table_type = 'BASE TABLE'`,
    )
    if (found.rows.length === 0) return null
    if (!isReplacing) throw notEmpty('The database')
    await client.query(`drop table ${found.rows.map(({ name }) => name).join(', ')} cascade`)
    return null
  } finally {
    await client.end()
  }
}
