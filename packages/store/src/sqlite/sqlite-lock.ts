import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../store-error.ts'

/**
 * Makes this process the only console on the folder. The lock is the operating system's lock on a small
 * database file, so it ends with the process however that dies; the pid file beside it is only for the message.
 */
export function lockDataDir(dataDir: string): () => void {
  const pidFile = join(dataDir, 'quarterdeck.pid')
  const lock = new DatabaseSync(join(dataDir, 'quarterdeck.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (cause) {
    lock.close()
    throw new StoreError(
      'store_locked',
      `Another Quarterdeck (process ${readPid(pidFile)}) uses the data folder ${dataDir}.`,
      { cause },
    )
  }
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 })
  return () => lock.close()
}

function readPid(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim() || 'unknown'
  } catch {
    // The other one holds the lock and has not written its pid yet.
    return 'unknown'
  }
}
