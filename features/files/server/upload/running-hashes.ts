import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'

/** More uploads than these at a time are hashed when they end. */
const MOST = 500

/** The hashes of uploads whose parts have all come to this node, as far as they came. */
export class RunningHashes {
  readonly #byFile = new Map<string, { hash: Hash; at: number }>()

  /** The hash of everything before `offset`; null where this node has not seen all of it. */
  before(fileId: string, offset: number): Hash | null {
    if (offset === 0) return createHash('sha256')
    const known = this.#byFile.get(fileId)
    return known?.at === offset ? known.hash.copy() : null
  }

  keep(fileId: string, hash: Hash, at: number): void {
    this.#byFile.delete(fileId)
    const [oldest] = this.#byFile.keys()
    if (this.#byFile.size >= MOST && oldest !== undefined) this.#byFile.delete(oldest)
    this.#byFile.set(fileId, { hash, at })
  }

  forget(fileId: string): void {
    this.#byFile.delete(fileId)
  }
}
