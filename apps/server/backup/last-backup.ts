import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJsonText } from '@qd/canonical-json'

const NAME = 'last-backup.json'

/** When the last backup of this data folder was whole and on the disk. */
export interface LastBackup {
  /** ms UTC. */
  at: number
  rows: number
}

/**
 * Leaves the time of a backup in the data folder, where the metrics of the console look for it: beside a running console
 * nobody else writes into its database. Readable for the console also when another account has made the backup.
 */
export async function noteBackup(dataDir: string, backup: LastBackup): Promise<void> {
  const file = join(dataDir, NAME)
  await writeFile(`${file}.new`, JSON.stringify(backup), { mode: 0o644 })
  await rename(`${file}.new`, file)
}

/** Null: none that this folder knows of, which need not mean that there is none. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    const { at, rows } = parseJsonText(await readFile(join(dataDir, NAME), 'utf8')) as LastBackup
    return Number.isSafeInteger(at) && at > 0 ? { at, rows } : null
  } catch {
    // No such file, or one that somebody has written into: unknown in both cases.
    return null
  }
}
