import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJsonText } from '@qd/canonical-json'
import { StoreError } from '../store-error.ts'

/** Stands while a restore is under way; one that is found says that a restore was cut. */
export interface RestoreMark {
  /** The archive, as the person at the terminal named it. */
  from: string
  /** Milliseconds UTC. */
  startedAt: number
  /** What was there before is out of the way: what lies there now is this restore's half. */
  isCleared: boolean
}

const MARK = 'restore-unfinished'

/** Table of PostgreSQL that stands for the mark: other nodes have other data folders. */
export const MARK_TABLE = 'restore_unfinished'

const pathOf = (dataDir: string) => join(dataDir, MARK)

function flushFolder(dataDir: string): void {
  const folder = openSync(dataDir, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** The mark in a data folder; null: no restore is under way there. */
export function readRestoreMark(dataDir: string): RestoreMark | null {
  let text: string
  try {
    text = readFileSync(pathOf(dataDir), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    return parseJsonText(text) as RestoreMark
  } catch {
    // Somebody wrote to it: that it is there is what counts.
    return { from: '<file>', startedAt: 0, isCleared: false }
  }
}

/** On the disk, name included, before it returns. */
export function writeRestoreMark(dataDir: string, mark: RestoreMark): void {
  const draft = `${pathOf(dataDir)}.part`
  writeFileSync(draft, JSON.stringify(mark), { mode: 0o600, flush: true })
  renameSync(draft, pathOf(dataDir))
  flushFolder(dataDir)
}

export function removeRestoreMark(dataDir: string): void {
  // What the restore wrote has its names on the disk before the mark loses its own.
  flushFolder(dataDir)
  rmSync(pathOf(dataDir), { force: true })
  flushFolder(dataDir)
}

/** What everything is told that would open a place whose restore was cut. */
export function restoreCut(place: string, { from }: Pick<RestoreMark, 'from'>): StoreError {
  const message = `A restore into ${place} has not come to its end, so what is there is not whole. Run it again: npm run restore -- --from ${from}, with the options it had. A console starts there once it has ended.`
  return new StoreError('store_restore_cut', message)
}

/** Throws `store_restore_cut` where a restore into this data folder was cut, or still runs. */
export function refuseCutRestore(dataDir: string): void {
  const mark = readRestoreMark(dataDir)
  if (mark !== null) throw restoreCut(`the data folder ${dataDir}`, mark)
}
