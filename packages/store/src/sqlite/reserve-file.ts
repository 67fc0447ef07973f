import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { randomFillSync } from 'node:crypto'
import { join } from 'node:path'

/** Thousands of sign-ins with their audit rows, and the log of the database beside them. */
export const RESERVE_BYTES = 16 * 1024 * 1024
/** Free beside the reserve when it is made: with less it would soon be given up again. */
export const MARGIN_BYTES = 16 * 1024 * 1024
const CHUNK_BYTES = 1024 * 1024
const PROBE_BYTES = 64 * 1024

/** A file that takes room on the disk so that there is some to give up when everything else is full. */
export class ReserveFile {
  readonly #dataDir: string
  readonly #file: string

  constructor(dataDir: string) {
    this.#dataDir = dataDir
    this.#file = join(dataDir, 'quarterdeck.reserve')
  }

  get isThere(): boolean {
    return statSync(this.#file, { throwIfNoEntry: false })?.size === RESERVE_BYTES
  }

  /** Makes it, of bytes that no file system can leave out; false when there is too little room. */
  async make(): Promise<boolean> {
    if (!this.hasRoom(RESERVE_BYTES + MARGIN_BYTES)) return false
    const part = `${this.#file}.part`
    try {
      const handle = await open(part, 'w', 0o600)
      try {
        const chunk = Buffer.alloc(CHUNK_BYTES)
        for (let at = 0; at < RESERVE_BYTES; at += CHUNK_BYTES) await handle.write(randomFillSync(chunk))
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(part, this.#file)
      return true
    } catch {
      // Whatever stood in the way: there is no reserve, and the next look tries again.
      await rm(part, { force: true }).catch(() => undefined)
      return false
    }
  }

  /** Gives its room back; false when there was none. */
  giveUp(): boolean {
    if (statSync(this.#file, { throwIfNoEntry: false }) === undefined) return false
    // Emptied and synced first: some file systems hand the room out only after that.
    const handle = openSync(this.#file, 'r+')
    try {
      ftruncateSync(handle, 0)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    rmSync(this.#file, { force: true })
    return true
  }

  /** As far as the file system tells, and as a small file finds out: limits of a user are often told only to who writes. */
  hasRoom(bytes: number): boolean {
    return this.#freeBytes() >= bytes && this.#canWrite()
  }

  #freeBytes(): number {
    try {
      const { bavail, bsize } = statfsSync(this.#dataDir)
      return bavail * bsize
    } catch {
      // A file system that does not tell: then writing has to show it.
      return Infinity
    }
  }

  #canWrite(): boolean {
    const probe = `${this.#file}.probe`
    try {
      const handle = openSync(probe, 'w', 0o600)
      try {
        writeSync(handle, Buffer.alloc(PROBE_BYTES, 1))
        fsyncSync(handle)
      } finally {
        closeSync(handle)
      }
      return true
    } catch (error) {
      // Anything else is no matter of room.
      return !['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
    } finally {
      rmSync(probe, { force: true })
    }
  }
}
