import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../store-error.ts'
import { createPrivateFile } from './private-file.ts'
import { translateSqliteError } from './sqlite-error.ts'

const BUSY = 5

/**
 * Makes this process the only console on the folder. The lock is the operating system's lock on a small
 * database file, so it ends with the process however that dies; the pid file beside it is only for the message.
 */
export function lockDataDir(dataDir: string): () => void {
  const lockFile = join(dataDir, 'quarterdeck.lock')
  const pidFile = join(dataDir, 'quarterdeck.pid')
  createPrivateFile(lockFile)
  const lock = new DatabaseSync(lockFile, { timeout: 0 })
  try {
    // In memory: a journal on the disk would want room, and nothing is ever written here.
    lock.exec('pragma journal_mode = memory; begin exclusive')
    notePid(pidFile)
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== BUSY) throw translateSqliteError(error)
    const message = `Another Quarterdeck (process ${readPid(pidFile)}) uses the data folder ${dataDir}.`
    throw new StoreError('store_locked', message, { cause: error })
  }
  return () => lock.close()
}

/** Only for the message to a second one: a full disk is no reason not to start. */
function notePid(pidFile: string): void {
  try {
    writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 })
  } catch (error) {
    if (!['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

function readPid(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim() || 'unknown'
  } catch {
    // The other one holds the lock and has not written its pid yet.
    return 'unknown'
  }
}
