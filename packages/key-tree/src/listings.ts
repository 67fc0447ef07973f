import type { FolderTable } from './folder-table.ts'
import { ROOT } from './folder-table.ts'
import type { LeafTable } from './leaf-table.ts'
import { firstByName } from './listing.ts'
import { NONE } from './name-table.ts'

/** Folders whose order is remembered. */
const REMEMBERED = 16
/** A folder of fewer rows is put in order whenever it has changed. */
const LARGE = 5_000
/** While a large one changes all the time, putting it in order takes at most this part of the time. */
const SHARE = 8

/** The rows of a folder in their order; `folder` is NONE where a key stands. */
interface Listing {
  length: number
  folder(at: number): number
  leaf(at: number): number
}

interface Ordered extends Listing {
  version: number
  atMs: number
  tookMs: number
}

function order(folders: FolderTable, leaves: LeafTable, folder: number, max: number): Ordered {
  const atMs = performance.now()
  const subs = firstByName(folders.names, [...folders.children(folder)], max)
  const keys = firstByName(leaves.names, [...leaves.of(folders, folder)], max - subs.length)
  return {
    length: subs.length + keys.length,
    folder: (at) => subs[at] ?? NONE,
    leaf: (at) => keys[at - subs.length]!,
    version: folders.version[folder]!,
    atMs,
    tookMs: performance.now() - atMs,
  }
}

const isRecent = ({ length, atMs, tookMs }: Ordered) =>
  length > LARGE && performance.now() - atMs < tookMs * SHARE

/** The order of the folders that were asked for last. */
export class Listings {
  readonly #byFolder = new Map<number, Ordered>()

  get size(): number {
    let rows = 0
    for (const { length } of this.#byFolder.values()) rows += length
    return rows * 4
  }

  byName(folders: FolderTable, leaves: LeafTable, folder: number, max: number): Listing {
    const known = this.#byFolder.get(folder)
    if (known !== undefined && (known.version === folders.version[folder] || isRecent(known))) {
      this.#remember(folder, known)
      return known
    }
    const listing = order(folders, leaves, folder, max)
    this.#remember(folder, listing)
    return listing
  }

  /** All keys of a list as they were found. */
  found(folders: FolderTable, leaves: LeafTable): Listing {
    const { length } = leaves.names
    if (leaves.gone === 0) return { length, folder: () => NONE, leaf: (at) => at }
    const known = this.#byFolder.get(ROOT)
    if (known !== undefined && known.version === folders.version[ROOT]) return known
    const ids = Uint32Array.from(leaves.of(folders, ROOT)).toReversed()
    const listing: Ordered = {
      length: ids.length,
      folder: () => NONE,
      leaf: (at) => ids[at]!,
      version: folders.version[ROOT]!,
      atMs: 0,
      tookMs: 0,
    }
    this.#remember(ROOT, listing)
    return listing
  }

  #remember(folder: number, listing: Ordered): void {
    this.#byFolder.delete(folder)
    this.#byFolder.set(folder, listing)
    if (this.#byFolder.size > REMEMBERED) this.#byFolder.delete(this.#byFolder.keys().next().value!)
  }
}
