import type { FileUse } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { FileTables } from './file-tables.ts'
import type { FileFolder } from './folder/file-folder.ts'
import type { Readings } from './readings.ts'

export interface FilesDeps {
  store: Store<FileTables>
  /** Where the files of this node lie: a folder of its own, or one that all nodes share. */
  folder: string
  /** Every use of the running program. */
  uses: () => readonly FileUse[]
  nowMs?: () => number
  limits?: Partial<FileLimits>
  /** A node that cannot tell the others of itself goes on, and says so. */
  onFault: (error: unknown) => void
}

export interface FileLimits {
  /** Uploads one person has under way. */
  uploads: number
  /** Bytes of all files of one person. */
  bytesOfPerson: number
  /** The disk keeps so many bytes free for everything else. */
  freeBytes: number
  /** A writer who says nothing for so long is dead. */
  writerMs: number
  /** An upload of which nothing comes for so long is given up. */
  stillMs: number
}

const GIB = 1_073_741_824

export const FILE_LIMITS: FileLimits = {
  uploads: 10,
  bytesOfPerson: 8 * GIB,
  freeBytes: GIB / 2,
  writerMs: 60_000,
  stillMs: 86_400_000,
}

/** The dependencies with what every part of the feature needs besides. */
export interface UseCaseDeps {
  store: Store<FileTables>
  uses: () => readonly FileUse[]
  nowMs: () => number
  limits: FileLimits
  folder: FileFolder
  /** Runs the work after all that was given before it. */
  oneAtATime<T>(work: () => Promise<T>): Promise<T>
  /** Throws `overloaded` for a caller who reads many files at once. */
  readings: Readings
  /** Throws `file_folder_apart` where another node keeps its files elsewhere. */
  assertOneFolder(): Promise<void>
}
