import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
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
  if (databaseUrl !== undefined) {
    const { emptyDatabase } = await import('../postgres/empty-database.ts')
    return emptyDatabase(databaseUrl, options.replace)
  }
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
