import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lockDataDir } from '../sqlite/sqlite-lock.ts'
import { StoreError } from '../store-error.ts'
import { readRestoreMark, removeRestoreMark, writeRestoreMark } from './restore-mark.ts'
import type { RestoreMark } from './restore-mark.ts'

export interface RestorePlace {
  databaseUrl?: string
  dataDir: string
}

export interface RestoreTargetOptions {
  /** Loses what the place holds. */
  replace: boolean
  /** The archive, for the message to whoever finds the restore cut. */
  from: string
  /** Milliseconds UTC. */
  startedAt: number
}

/** A place that is marked and empty. */
export interface RestoreTarget {
  /** Where the replaced SQLite file went. */
  movedTo: string | null
  /** Everything is there: takes the mark away. */
  end(): Promise<void>
}

const SQLITE_FILES = ['quarterdeck.db', 'quarterdeck.db-wal', 'quarterdeck.db-shm']

/**
 * Makes the place ready for a restore: refuses one a console runs on, and one that was used unless `replace`, then marks it,
 * and only then changes it. A replaced SQLite file is moved aside, PostgreSQL's tables are dropped. Until `end` nothing opens
 * the place but a restore. One that was cut begins anew and needs no `replace` for its own half.
 */
export async function beginRestore(
  place: RestorePlace,
  options: RestoreTargetOptions,
): Promise<RestoreTarget> {
  const { databaseUrl, dataDir } = place
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (databaseUrl === undefined) {
    const movedTo = clearSqlite(dataDir, options)
    return { movedTo, end: async () => removeRestoreMark(dataDir) }
  }
  const { clearDatabase, unmarkDatabase } = await import('../postgres/clear-database.ts')
  const onBegin = () => writeRestoreMark(dataDir, markOf(options))
  await clearDatabase(databaseUrl, { ...options, onBegin })
  return {
    movedTo: null,
    async end() {
      await unmarkDatabase(databaseUrl)
      removeRestoreMark(dataDir)
    },
  }
}

const markOf = ({ from, startedAt }: RestoreTargetOptions): RestoreMark => ({
  from,
  startedAt,
  isCleared: false,
})

const stampOf = (atMs: number) => new Date(atMs).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)

/** Database and log belong together: a try that was cut between them goes on under the name it began with. */
function clearSqlite(dataDir: string, options: RestoreTargetOptions): string | null {
  const unlock = lockDataDir(dataDir)
  try {
    const cut = readRestoreMark(dataDir)
    if (cut?.isCleared === true) {
      for (const name of SQLITE_FILES) rmSync(join(dataDir, name), { force: true })
      return null
    }
    if (existsSync(join(dataDir, SQLITE_FILES[0]!)) && !options.replace) throw notEmpty(dataDir)
    const mark = cut ?? markOf(options)
    writeRestoreMark(dataDir, { ...mark, from: options.from })
    const moved = (name: string) => join(dataDir, `${name}.before-restore-${stampOf(mark.startedAt)}`)
    for (const name of SQLITE_FILES) {
      if (existsSync(join(dataDir, name))) renameSync(join(dataDir, name), moved(name))
    }
    writeRestoreMark(dataDir, { ...mark, from: options.from, isCleared: true })
    return existsSync(moved(SQLITE_FILES[0]!)) ? moved(SQLITE_FILES[0]!) : null
  } finally {
    unlock()
  }
}

const notEmpty = (dataDir: string) =>
  new StoreError(
    'store_misuse',
    `The data folder ${dataDir} is in use already: give --replace to lose what it holds.`,
  )
