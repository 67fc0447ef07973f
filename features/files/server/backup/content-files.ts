import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { contentPath } from '../folder/content-path.ts'

/** How a content was found: whole, not there any more, or other bytes than its name says. */
export type ContentState = 'whole' | 'missing' | 'damaged'

/** Gives the pieces of a content to `sink`, one at a time, and says afterwards whether they were what its name promises. */
export async function readContent(
  root: string,
  sha256: string,
  sink: (piece: Buffer) => Promise<void>,
): Promise<ContentState> {
  const hash = createHash('sha256')
  try {
    for await (const piece of createReadStream(contentPath(root, sha256), { highWaterMark: 196_608 })) {
      hash.update(piece as Buffer)
      await sink(piece as Buffer)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return 'missing'
  }
  return hash.digest('hex') === sha256 ? 'whole' : 'damaged'
}

/** Puts a content where it belongs; it gets its name when it is whole and on the disk. False: other bytes than its name says. */
export async function writeContent(
  root: string,
  sha256: string,
  pieces: AsyncIterable<Buffer>,
): Promise<boolean> {
  const path = contentPath(root, sha256)
  const part = `${path}.restored`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  async function* hashed() {
    for await (const piece of pieces) {
      hash.update(piece)
      yield piece
    }
  }
  try {
    await pipeline(hashed(), createWriteStream(part, { mode: 0o600, flush: true }))
    if (hash.digest('hex') !== sha256) return false
    await rename(part, path)
    const folder = await open(dirname(path), 'r')
    await folder.sync().finally(() => folder.close())
    return true
  } finally {
    await rm(part, { force: true })
  }
}
