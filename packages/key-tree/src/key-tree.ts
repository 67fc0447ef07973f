import { dropNames } from './drop-names.ts'
import { FOLDER, FolderTable, ROOT } from './folder-table.ts'
import { LeafTable } from './leaf-table.ts'
import { Listings } from './listings.ts'
import { NONE } from './name-table.ts'
import { copyFolder, emptyFolder } from './replace-folder.ts'
import type { TreeParts } from './replace-folder.ts'
import { Separators } from './separators.ts'

export interface KeyTreeOptions {
  /** Between folders; none: the tree is one list. */
  separators: readonly Uint8Array[]
  /** Bytes the names may take; beyond it the largest folders lose the names of their keys. */
  capBytes: number
  /** Rows of one folder that are listed. */
  listMax: number
}

export type TreeRow =
  | {
      kind: 'folder'
      name: Uint8Array
      prefix: Uint8Array
      keys: number
      /** Read by itself to the end: its count is exact while others are still counted. */
      isSettled: boolean
      isStale: boolean
    }
  | { kind: 'key'; key: Uint8Array; name: Uint8Array }

export interface KeyPage {
  rows: TreeRow[]
  /** Folders and keys there are, and how many of them can be asked for. */
  total: number
  listed: number
  isDropped: boolean
}

/** Folders on one way down; the rest of a key is its name, whatever is in it. */
const DEPTH_MAX = 64
/** Folders read by themselves that keep their names beyond the cap. */
const KEPT_FOLDERS = 8

/**
 * A prefix tree of binary keys, each counted once. It keeps names in runs of bytes and folders in arrays of numbers: a
 * million keys take some 40 MB. Nothing here waits or throws.
 */
export class KeyTree {
  readonly #options: KeyTreeOptions
  readonly #separators: Separators
  readonly #folders = new FolderTable()
  #leaves = new LeafTable()
  #listings = new Listings()
  /** Folders that were read by themselves last. */
  #kept: readonly number[] = []
  #isCapped = false
  /** Bytes at which names are dropped next. */
  #limit: number
  /** Folders alone fill the cap: keys of new ones are counted where the way ends. */
  #isClosed = false

  constructor(options: KeyTreeOptions) {
    this.#options = options
    this.#limit = options.capBytes
    this.#separators = new Separators(options.separators)
  }

  get keys(): number {
    return this.#folders.keys[ROOT]!
  }

  /** Estimate of what the tree takes. */
  get bytes(): number {
    return this.#folders.size + this.#leaves.size + this.#listings.size
  }

  /** Names were dropped to stay below the cap. */
  get isCapped(): boolean {
    return this.#isCapped
  }

  keysBelow(prefix: Uint8Array): number {
    const folder = this.#folderOf(prefix)
    return folder === NONE ? 0 : this.#folders.keys[folder]!
  }

  /** A key that a scan found; false: it was known. Twice in a folder without names it counts twice. */
  add(key: Uint8Array): boolean {
    return this.#insert(key, false)
  }

  /** A key that somebody has just made. */
  put(key: Uint8Array): void {
    const before = this.keys
    this.#insert(key, true)
    if (this.keys !== before && !this.#isNamed(key)) this.markStale(key)
  }

  /** A key that has gone. */
  remove(key: Uint8Array): void {
    const { folder, at, isEnd } = this.#wayOf(key)
    const leaf = isEnd ? this.#leaves.names.find(folder, key, at, key.length) : NONE
    if (leaf !== NONE && !this.#leaves.isGone(leaf)) {
      this.#leaves.setGone(leaf, true)
      this.#folders.countLeaves(folder, -1)
    } else if (this.#folders.has(folder, FOLDER.dropped | FOLDER.trimmed)) {
      if (this.#folders.leaves[folder]! > 0) this.#folders.countLeaves(folder, -1)
      this.markStale(key)
    }
  }

  /** Something about this key is not as the tree has it: the counts on the way to it are no longer exact. */
  markStale(key: Uint8Array): void {
    let { folder } = this.#wayOf(key)
    for (; folder !== NONE; folder = this.#folders.parent(folder)) this.#folders.mark(folder, FOLDER.stale)
  }

  /** A folder that is looked at: it keeps some names beyond the cap. */
  keep(prefix: Uint8Array): void {
    const folder = this.#makeFolder(prefix)
    this.#kept = [folder, ...this.#kept.filter((other) => other !== folder)].slice(0, KEPT_FOLDERS)
  }

  /** Puts what another tree of the same separators found below a prefix in the place of what is here. */
  replace(prefix: Uint8Array, by: KeyTree): void {
    this.keep(prefix)
    const mine = this.#kept[0]!
    emptyFolder(this.#parts, mine)
    const theirs = by.#folderOf(prefix)
    if (theirs !== NONE) copyFolder({ of: by.#parts, folder: theirs }, { of: this.#parts, folder: mine })
    this.#folders.mark(mine, FOLDER.settled)
    this.#isCapped ||= by.#isCapped
    this.#stayBelowCap()
  }

  /** Rows of a folder: folders first, then keys, by name; a long list without folders in the order it was found. */
  page(prefix: Uint8Array, from: number, count: number): KeyPage {
    const folders = this.#folders
    const folder = this.#folderOf(prefix)
    if (folder === NONE || folders.keys[folder] === 0)
      return { rows: [], total: 0, listed: 0, isDropped: false }
    const leaves = folders.leaves[folder]!
    const isFound = this.#separators.areNone && leaves > this.#options.listMax
    const listing = isFound
      ? this.#listings.found(folders, this.#leaves)
      : this.#listings.byName(folders, this.#leaves, folder, this.#options.listMax)
    const base = folders.prefix(folder)
    const rows: TreeRow[] = []
    const end = Math.min(from + count, listing.length)
    for (let at = from; at < end; at += 1) {
      const sub = listing.folder(at)
      rows.push(sub === NONE ? this.#leafRow(base, listing.leaf(at)) : this.#folderRow(base, sub))
    }
    return {
      rows,
      total: folders.folders[folder]! + leaves,
      listed: listing.length,
      isDropped: folders.has(folder, FOLDER.dropped),
    }
  }

  get #parts(): TreeParts {
    return { folders: this.#folders, leaves: this.#leaves }
  }

  #folderRow(base: Uint8Array, folder: number): TreeRow {
    const part = this.#folders.names.name(folder)
    return {
      kind: 'folder',
      name: this.#separators.bare(part).slice(),
      prefix: joined(base, part),
      keys: this.#folders.keys[folder]!,
      isSettled: this.#folders.has(folder, FOLDER.settled),
      isStale: this.#folders.has(folder, FOLDER.stale),
    }
  }

  #leafRow(base: Uint8Array, leaf: number): TreeRow {
    const name = this.#leaves.names.name(leaf)
    return { kind: 'key', key: joined(base, name), name: name.slice() }
  }

  /** The deepest known folder on the way to a key; `isEnd`: no further one is wanted. */
  #wayOf(key: Uint8Array): { folder: number; at: number; isEnd: boolean } {
    let folder = ROOT
    let at = 0
    for (let depth = 0; depth < DEPTH_MAX; depth += 1) {
      const end = this.#separators.next(key, at)
      if (end === -1) break
      const child = this.#folders.names.find(folder, key, at, end)
      if (child === NONE) return { folder, at, isEnd: false }
      folder = child
      at = end
    }
    return { folder, at, isEnd: true }
  }

  #folderOf(prefix: Uint8Array): number {
    const { folder, at, isEnd } = this.#wayOf(prefix)
    return isEnd && at === prefix.length ? folder : NONE
  }

  #makeFolder(prefix: Uint8Array): number {
    let { folder, at } = this.#wayOf(prefix)
    for (let depth = 0; depth < DEPTH_MAX; depth += 1) {
      const end = this.#separators.next(prefix, at)
      if (end === -1) break
      const known = this.#folders.names.find(folder, prefix, at, end)
      folder = known === NONE ? this.#folders.add(folder, prefix, at, end) : known
      at = end
    }
    return folder
  }

  #isNamed(key: Uint8Array): boolean {
    const { folder, at, isEnd } = this.#wayOf(key)
    return isEnd && this.#leaves.names.find(folder, key, at, key.length) !== NONE
  }

  /** Finds the way down, makes the folders that are missing, and adds the name at its end. */
  #insert(key: Uint8Array, isOwn: boolean): boolean {
    const folders = this.#folders
    let folder = ROOT
    let at = 0
    for (let depth = 0; depth < DEPTH_MAX; depth += 1) {
      const end = this.#separators.next(key, at)
      if (end === -1) break
      let child = folders.names.find(folder, key, at, end)
      if (child === NONE) {
        if (this.#isClosed) return this.#countUnnamed(folder, isOwn)
        child = folders.add(folder, key, at, end)
      }
      folder = child
      at = end
    }
    if (folders.has(folder, FOLDER.dropped)) return this.#countUnnamed(folder, isOwn)
    const leaf = this.#leaves.names.find(folder, key, at, key.length)
    if (leaf !== NONE && !this.#leaves.isGone(leaf)) return false
    if (leaf !== NONE) this.#leaves.setGone(leaf, false)
    else if (folders.has(folder, FOLDER.trimmed)) return this.#countUnnamed(folder, isOwn)
    else this.#leaves.add(folders, folder, { in: key, from: at, to: key.length })
    this.#folders.countLeaves(folder, 1)
    this.#stayBelowCap()
    return true
  }

  /** A folder that was read by itself has counted all it had; only what is new since counts. */
  #countUnnamed(folder: number, isOwn: boolean): boolean {
    const folders = this.#folders
    if (!folders.has(folder, FOLDER.dropped)) folders.mark(folder, FOLDER.trimmed)
    if (folders.has(folder, FOLDER.settled) && !isOwn) return false
    this.#folders.countLeaves(folder, 1)
    return true
  }

  #stayBelowCap(): void {
    const { capBytes, listMax } = this.#options
    if (this.#folders.size + this.#leaves.size <= this.#limit) return
    const folders = this.#folders
    this.#isCapped = true
    if (this.#separators.areNone) return folders.mark(ROOT, FOLDER.trimmed)
    const kept = new Set(this.#kept)
    const room = capBytes / 2
    this.#leaves = dropNames({ folders, leaves: this.#leaves, room, kept, keepNames: listMax })
    this.#listings = new Listings()
    this.#isClosed = folders.size > room
    // What cannot be dropped shall not be tried again with each key.
    this.#limit = Math.max(capBytes, (folders.size + this.#leaves.size) * 1.1)
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
