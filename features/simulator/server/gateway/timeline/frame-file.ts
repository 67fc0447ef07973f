import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { KEPT_FREE_BYTES, freeBytesOf } from './free-bytes.ts'

/** Bytes written at once, and the longest a small rest waits. */
const BLOCK_BYTES = 262_144
const WRITE_AFTER_MS = 25
/** How much is free is looked at again after so many bytes. */
const LOOK_EVERY_BYTES = 33_554_432
/** A disk that took nothing is tried again after this. */
const TRY_AGAIN_MS = 2_000

export interface FrameFileOptions {
  path: string
  /** Bytes from `from` up to and without `to` are not on the disk and never will be. */
  onLost(from: number, to: number): void
  freeBytes?(path: string): Promise<number>
}

/** Bytes of frames one after another in a file; what is on its way to the disk is bounded by who adds (`waiting`). */
export class FrameFile {
  readonly #options: FrameFileOptions
  readonly #freeBytes: (path: string) => Promise<number>
  #handle: FileHandle | null = null
  #pieces: Uint8Array[] = []
  #pieceBytes = 0
  /** Where the next byte goes. */
  #end = 0
  #written = 0
  #lookAt = 0
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> | null = null
  #failedAt = Number.NEGATIVE_INFINITY
  #isClosed = false

  constructor(options: FrameFileOptions) {
    this.#options = options
    this.#freeBytes = options.freeBytes ?? freeBytesOf
  }

  get size(): number {
    return this.#end
  }

  /** Bytes not yet on the disk. */
  get waiting(): number {
    return this.#end - this.#written
  }

  /** The disk took nothing a moment ago. */
  get isFailing(): boolean {
    return performance.now() - this.#failedAt < TRY_AGAIN_MS
  }

  /** Adds bytes the caller does not touch any more; returns where they begin. */
  add(bytes: Uint8Array): number {
    const at = this.#end
    this.#end += bytes.length
    this.#pieces.push(bytes)
    this.#pieceBytes += bytes.length
    if (this.#pieceBytes >= BLOCK_BYTES) void this.flush()
    else this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref()
    return at
  }

  /** Resolves once all that was added so far is on the disk or lost. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const target = this.#end
    while (this.#written < target && !this.#isClosed) {
      this.#writing ??= this.#writeAll().finally(() => (this.#writing = null))
      await this.#writing
    }
  }

  async #writeAll(): Promise<void> {
    while (this.#pieceBytes > 0 && !this.#isClosed) {
      const pieces = this.#pieces
      const from = this.#written
      const to = from + this.#pieceBytes
      this.#pieces = []
      this.#pieceBytes = 0
      try {
        await this.#assertRoom()
        this.#handle ??= await open(this.#options.path, 'w+', 0o600)
        await writeWhole(this.#handle, Buffer.concat(pieces), from)
        this.#failedAt = Number.NEGATIVE_INFINITY
      } catch {
        this.#failedAt = performance.now()
        this.#options.onLost(from, to)
      }
      this.#written = to
    }
  }

  async #assertRoom(): Promise<void> {
    if (this.#written < this.#lookAt && !this.isFailing) return
    const folder = this.#options.path.replace(/[/\\][^/\\]*$/, '')
    if ((await this.#freeBytes(folder)) < KEPT_FREE_BYTES) throw new Error('the disk is nearly full')
    this.#lookAt = this.#written + LOOK_EVERY_BYTES
  }

  async read(offset: number, length: number): Promise<Buffer> {
    if (offset + length > this.#written) await this.flush()
    const bytes = Buffer.alloc(length)
    if (this.#handle === null || length === 0) return bytes.subarray(0, 0)
    const { bytesRead } = await this.#handle.read(bytes, 0, length, offset)
    return bytes.subarray(0, bytesRead)
  }

  async close(): Promise<void> {
    await this.flush()
    this.#isClosed = true
    await this.#handle?.close()
    this.#handle = null
  }
}

/** A disk that is nearly full takes a part and says nothing. */
async function writeWhole(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let done = 0
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done)
    if (bytesWritten === 0) throw Object.assign(new Error('the disk takes nothing more'), { code: 'ENOSPC' })
    done += bytesWritten
  }
}
