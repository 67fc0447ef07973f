import { randomUUID } from 'node:crypto'
import {
  link,
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  utimes,
  writeFile,
} from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '@qd/contract-kit'
import { filesErrors } from '../../contract/index.ts'
import { ContentHasher } from '../hash/content-hasher.ts'
import { CONTENT_NAME, contentPath } from './content-path.ts'

/** Names in the folder come from the console alone: a uuid, or the hash of a content. */
const PART_NAME = /^[0-9a-f-]{36}$/
/** End of the name of a content while somebody asks whether it is needed. */
const ASIDE = '.aside'
const ASIDE_NAME = /^[0-9a-f]{64}\.aside$/

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'
const isThere = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST'

/**
 * Files on disk: uploads under way in `parts`, finished contents in `contents` under their sha256, so that the same
 * content lies there once. `folder-id` tells two folders apart, and shows that two nodes share one.
 */
export class FileFolder {
  readonly id: string
  readonly #root: string
  readonly #hasher = new ContentHasher()

  private constructor(root: string, id: string) {
    this.#root = root
    this.id = id
  }

  /** Makes what is missing of it. */
  static async open(root: string): Promise<FileFolder> {
    for (const each of ['parts', 'contents']) await mkdir(join(root, each), { recursive: true, mode: 0o700 })
    const mark = join(root, 'folder-id')
    const draft = `${mark}.${randomUUID()}`
    try {
      // Whole before it has its name: nobody ever reads half of it. Two nodes may begin at once: the first name stays.
      await writeFile(draft, randomUUID(), { mode: 0o600, flush: true })
      await link(draft, mark).catch((error: unknown) => {
        if (!isThere(error)) throw error
      })
    } finally {
      await rm(draft, { force: true })
    }
    const id = await readFile(mark, 'utf8')
    if (!PART_NAME.test(id)) throw new Error(`${mark} holds no id of a folder; delete it`)
    return new FileFolder(root, id)
  }

  #part(fileId: string): string {
    if (!PART_NAME.test(fileId)) throw new Error('not an id of a file')
    return join(this.#root, 'parts', fileId)
  }

  #content(sha256: string): string {
    return contentPath(this.#root, sha256)
  }

  /** Bytes other programs and users can still write to its disk. */
  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#root)
    return bavail * bsize
  }

  /** Bytes of an upload, as far as they have come. */
  async partBytes(fileId: string): Promise<number> {
    const file = await this.openPart(fileId)
    try {
      return (await file.stat()).size
    } finally {
      await file.close()
    }
  }

  /** Puts an upload on the disk whatever happens to the machine. */
  async flushPart(fileId: string): Promise<void> {
    const file = await this.openPart(fileId)
    try {
      await file.sync()
    } finally {
      await file.close()
    }
  }

  /** An upload, to write to; made when it is not there. */
  async openPart(fileId: string): Promise<FileHandle> {
    try {
      return await open(this.#part(fileId), 'r+')
    } catch (error) {
      if (!isMissing(error)) throw error
      return open(this.#part(fileId), 'wx+', 0o600)
    }
  }

  /** These bytes of an upload are taken: they count to its hash from now on. */
  followPart(fileId: string, bytes: { from: number; to: number }): void {
    this.#hasher.follow({ fileId, path: this.#part(fileId), ...bytes })
  }

  /** The sha256 of what lies on disk; `isFollowed`: only calls that were followed, here or on another node, wrote to it. */
  hashPart(fileId: string, { size, isFollowed }: { size: number; isFollowed: boolean }): Promise<string> {
    return this.#hasher.hashOf({ fileId, path: this.#part(fileId), size, isFollowed })
  }

  stop(): Promise<void> {
    return this.#hasher.stop()
  }

  /**
   * Puts an upload among the contents, where it may be already. The upload stays until `dropPart`, so that nothing is
   * lost when this node ends in between.
   */
  async keep(fileId: string, sha256: string): Promise<void> {
    const to = this.#content(sha256)
    await mkdir(join(this.#root, 'contents', sha256.slice(0, 2)), { recursive: true, mode: 0o700 })
    try {
      await link(this.#part(fileId), to)
    } catch (error) {
      if (!isThere(error)) throw error
      // The clean-up leaves alone what was touched lately.
      const now = new Date()
      await utimes(to, now, now)
    }
    // Its name is on the disk as well before anybody is told.
    const folder = await open(dirname(to), 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  }

  async hasContent(sha256: string): Promise<boolean> {
    return stat(this.#content(sha256)).then(
      () => true,
      (error: unknown) => {
        if (isMissing(error)) return false
        throw error
      },
    )
  }

  dropPart(fileId: string): Promise<void> {
    this.#hasher.forget(fileId)
    return rm(this.#part(fileId), { force: true })
  }

  /** The bytes from `from` up to and without `to`. Throws `file_content_missing` where they are not all on the disk. */
  async *read(sha256: string, { from, to }: { from: number; to: number }): AsyncGenerator<Buffer, void> {
    const content = await open(this.#content(sha256)).catch((error: unknown) => {
      throw isMissing(error) ? new AppError(filesErrors.file_content_missing, { cause: error }) : error
    })
    try {
      if (to <= from) return
      let left = to - from
      for await (const piece of content.createReadStream({ start: from, end: to - 1, autoClose: false })) {
        left -= (piece as Buffer).length
        yield piece as Buffer
      }
      if (left > 0) throw new AppError(filesErrors.file_content_missing)
    } finally {
      await content.close()
    }
  }

  /** Ids of uploads on disk that nothing was written to since. */
  async oldParts(beforeMs: number): Promise<string[]> {
    return this.#old(join(this.#root, 'parts'), beforeMs, PART_NAME)
  }

  async oldContents(beforeMs: number): Promise<string[]> {
    const folders = await readdir(join(this.#root, 'contents'))
    const lists = folders.map((each) => this.#old(join(this.#root, 'contents', each), beforeMs, CONTENT_NAME))
    return (await Promise.all(lists)).flat()
  }

  /**
   * Deletes a content unless somebody needs it after all. It is out of the way while they are asked: who has just
   * finished the same content sees that it is gone, and puts it there again.
   */
  async dropContent(sha256: string, isNeeded: () => Promise<boolean>): Promise<void> {
    const at = this.#content(sha256)
    const aside = `${at}${ASIDE}`
    try {
      await rename(at, aside)
    } catch (error) {
      // Another node was first.
      if (isMissing(error)) return
      throw error
    }
    try {
      if (!(await isNeeded())) return await rm(aside, { force: true })
    } catch (error) {
      await rename(aside, at)
      throw error
    }
    await rename(aside, at)
  }

  /** Brings back what a clean-up that was cut off left aside; the next one decides anew. */
  async bringBack(beforeMs: number): Promise<void> {
    for (const each of await readdir(join(this.#root, 'contents'))) {
      const folder = join(this.#root, 'contents', each)
      for (const name of await this.#old(folder, beforeMs, ASIDE_NAME)) {
        const aside = join(folder, name)
        await rename(aside, aside.slice(0, -ASIDE.length)).catch(() => {})
      }
    }
  }

  async #old(folder: string, beforeMs: number, shape: RegExp): Promise<string[]> {
    const old: string[] = []
    for (const name of await readdir(folder)) {
      if (!shape.test(name)) continue
      const found = await stat(join(folder, name)).catch(() => null)
      if (found !== null && found.mtimeMs < beforeMs) old.push(name)
    }
    return old
  }
}
