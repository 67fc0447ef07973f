import type { KeyRow, RedisBytes } from '../../contract/index.ts'
import { rowId } from './row-ids.ts'

/** Rows of a folder that are asked for at once. */
export const BLOCK_ROWS = 200

/** Rows of one folder that are kept: a list of all keys may be a million long. */
const MOST_ROWS = 40_000

/** Why a folder does not list all it holds. */
export type Note = 'cut' | 'dropped'

/** A part of a folder as the server answers it. */
export interface RowsAnswer {
  from: number
  rows: readonly KeyRow[]
  /** Rows of the folder that can be asked for. */
  listed: number
  isCut: boolean
  isDropped: boolean
}

export interface Opened {
  /** Row among those of the folder around it. */
  at: number
  folder: Folder
}

/** What is known of one folder. */
export interface Folder {
  prefix: RedisBytes
  /** Of its rows. */
  depth: number
  total: number
  note: Note | null
  rows: Map<number, KeyRow>
  /** Row by id. */
  places: Map<string, number>
  /** Open folders in it, by place. */
  opened: Opened[]
  /** Whether it was read, and in which state of the tree; an older one is read again when it is in view. */
  stamp: number
}

export const emptyFolder = (prefix: RedisBytes, depth: number): Folder => ({
  prefix,
  depth,
  total: 0,
  note: null,
  rows: new Map(),
  places: new Map(),
  opened: [],
  stamp: 0,
})

export const isRead = ({ stamp }: Folder): boolean => stamp > 0
export const blockOf = (row: number): number => row - (row % BLOCK_ROWS)

/** Of a long list only what was read last stays; rows in which folders are open are among them or read again. */
function forget({ rows, places }: Folder): void {
  for (const [at, row] of rows) {
    if (rows.size <= MOST_ROWS) return
    rows.delete(at)
    places.delete(rowId(row))
  }
}

/**
 * Takes answers of one folder. When it has aged, or has another number of rows than before, they are all that is known
 * of it from now on.
 */
export function takeRows(folder: Folder, answers: readonly RowsAnswer[], stamp: number): void {
  const last = answers.at(-1)
  if (last === undefined) return
  const isNew = folder.stamp < stamp || folder.total !== last.listed
  if (isNew) {
    folder.rows.clear()
    folder.places.clear()
  }
  folder.stamp = stamp
  folder.total = last.listed
  folder.note = last.isDropped ? 'dropped' : last.isCut ? 'cut' : null
  for (const { from, rows } of answers) {
    for (const [index, row] of rows.entries()) {
      if (from + index >= folder.total) continue
      // What was read last stands last.
      folder.rows.delete(from + index)
      folder.rows.set(from + index, row)
      folder.places.set(rowId(row), from + index)
    }
  }
  forget(folder)
}
