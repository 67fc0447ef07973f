import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import { AppError, coreErrors } from '@qd/contract-kit'
import { KEPT_FREE_BYTES, freeBytesOf } from '../timeline/free-bytes.ts'

const gzipped = promisify(gzip)
const FILE = /^[0-9a-f-]{36}\.ndjson\.gz$/
/** A file nobody knows is left alone so long: it may be on its way. */
const UNKNOWN_MS = 3_600_000

export interface KeptNode {
  id: string
  name: string
}

/** Kept time lines in the data folder of this node, as compressed session files. */
export class KeptFiles {
  readonly #folder: string
  readonly #freeBytes: (path: string) => Promise<number>
  #node: Promise<KeptNode> | null = null

  constructor(folder: string, freeBytes: (path: string) => Promise<number> = freeBytesOf) {
    this.#folder = folder
    this.#freeBytes = freeBytes
  }

  /** Which data folder this is: nodes that share one are one node here. */
  node(): Promise<KeptNode> {
    this.#node ??= this.#readNode().catch((error: unknown) => {
      this.#node = null
      throw error
    })
    return this.#node
  }

  async #readNode(): Promise<KeptNode> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const path = join(this.#folder, 'node')
    // The first to write it names it.
    await writeFile(path, randomUUID(), { flag: 'wx', mode: 0o600 }).catch(() => undefined)
    return { id: (await readFile(path, 'utf8')).trim(), name: hostname() }
  }

  #pathOf(id: string): string {
    return join(this.#folder, `${id}.ndjson.gz`)
  }

  /** Writes the pieces; `take` is asked for room before each. What is written of a file that fails is deleted. */
  async write(id: string, pieces: AsyncIterable<string>, take: (bytes: number) => void): Promise<void> {
    const handle = await open(this.#pathOf(id), 'wx', 0o600)
    try {
      for await (const piece of pieces) {
        const bytes = await gzipped(piece)
        take(bytes.length)
        if ((await this.#freeBytes(this.#folder)) < KEPT_FREE_BYTES)
          throw new AppError(coreErrors.storage_full)
        await handle.writeFile(bytes)
      }
      await handle.close()
    } catch (error) {
      await handle.close().catch(() => undefined)
      await this.delete(id)
      throw error
    }
  }

  /** The text of one, piece by piece; null where it is gone. Deleted from here on, it is read to its end. */
  async open(id: string): Promise<AsyncGenerator<string> | null> {
    const handle = await open(this.#pathOf(id), 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    return handle === null ? null : textOf(handle)
  }

  async delete(id: string): Promise<void> {
    await rm(this.#pathOf(id), { force: true })
  }

  /** Deletes files that are not among the known ones. */
  async sweep(known: ReadonlySet<string>): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    for (const name of names) {
      const id = name.slice(0, 36)
      if (!FILE.test(name) || known.has(id)) continue
      const found = await stat(join(this.#folder, name)).catch(() => null)
      if (found !== null && found.mtimeMs < Date.now() - UNKNOWN_MS) await this.delete(id)
    }
  }
}

/** Whoever never reads it to its end must `return` it. */
async function* textOf(handle: FileHandle): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  const source = handle.createReadStream()
  const unpacked = source.on('error', (error) => unpacked.destroy(error)).pipe(createGunzip())
  try {
    for await (const chunk of unpacked) yield decoder.write(chunk as Buffer)
    yield decoder.end()
  } finally {
    source.destroy()
  }
}
