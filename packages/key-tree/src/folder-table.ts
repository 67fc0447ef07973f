import { grownBytes, grownWords } from './grown.ts'
import type { Bytes, Words } from './grown.ts'
import { NameTable, NONE } from './name-table.ts'

export const ROOT = 0

/** What holds for a folder beside its counts. */
export const FOLDER = {
  /** No names of its own keys are kept. */
  dropped: 1,
  /** Some names are kept; those that came later are only counted. */
  trimmed: 2,
  /** Read by itself to the end. */
  settled: 4,
  /** Something changed that the tree could not follow. */
  stale: 8,
} as const

const WORDS_EACH = 7

/** Folders by number with their counts; 0 is the root. A folder without keys is not shown and comes back when it has some. */
export class FolderTable {
  readonly names = new NameTable()
  /** Keys below, in folders of it too. */
  keys: Words = new Uint32Array(1)
  /** Keys of its own, named or not. */
  leaves: Words = new Uint32Array(1)
  /** Folders of its own that have keys. */
  folders: Words = new Uint32Array(1)
  firstFolder: Words = new Uint32Array([NONE])
  nextFolder: Words = new Uint32Array([NONE])
  firstLeaf: Words = new Uint32Array([NONE])
  /** Counts changes of what is listed in it. */
  version: Words = new Uint32Array(1)
  #flags: Bytes = new Uint8Array(1)

  /** The root takes the first number, without a name: nobody looks for it. */
  constructor() {
    this.names.find(NONE, this.#flags, 0, 0)
    this.names.add(NONE, this.#flags, 0, 0)
  }

  get length(): number {
    return this.names.length
  }

  get size(): number {
    return this.names.size + this.length * (WORDS_EACH * 4 + 1)
  }

  parent(folder: number): number {
    return this.names.parents[folder]!
  }

  has(folder: number, flags: number): boolean {
    return (this.#flags[folder]! & flags) !== 0
  }

  mark(folder: number, flag: number): void {
    this.#flags[folder]! |= flag
  }

  /** Forgets flags; what has flags of its own keeps them below. */
  clear(folder: number): void {
    this.#flags[folder] = 0
  }

  /** After `names.find` answered NONE for the same name. */
  add(parent: number, key: Uint8Array, from: number, to: number): number {
    const folder = this.names.add(parent, key, from, to)
    const length = folder + 1
    this.keys = grownWords(this.keys, length)
    this.leaves = grownWords(this.leaves, length)
    this.folders = grownWords(this.folders, length)
    this.firstFolder = grownWords(this.firstFolder, length)
    this.nextFolder = grownWords(this.nextFolder, length)
    this.firstLeaf = grownWords(this.firstLeaf, length)
    this.version = grownWords(this.version, length)
    this.#flags = grownBytes(this.#flags, length)
    this.firstFolder[folder] = NONE
    this.firstLeaf[folder] = NONE
    this.nextFolder[folder] = this.firstFolder[parent]!
    this.firstFolder[parent] = folder
    if (this.has(parent, FOLDER.settled)) this.mark(folder, FOLDER.settled)
    return folder
  }

  /** Counts own keys of a folder that came or went. */
  countLeaves(folder: number, by: number): void {
    this.leaves[folder]! += by
    this.version[folder]! += 1
    this.count(folder, by)
  }

  /** Counts keys that came or went in a folder, up to the root. */
  count(folder: number, by: number): void {
    for (let at = folder; at !== NONE; at = this.parent(at)) {
      const before = this.keys[at]!
      this.keys[at] = before + by
      const isThere = before + by > 0
      if (before > 0 === isThere || at === ROOT) continue
      const parent = this.parent(at)
      this.folders[parent]! += isThere ? 1 : -1
      this.version[parent]! += 1
    }
  }

  /** The bytes from the root to the end of its separator. */
  prefix(folder: number): Uint8Array {
    let length = 0
    for (let at = folder; at !== ROOT; at = this.parent(at)) length += this.names.name(at).length
    const prefix = new Uint8Array(length)
    for (let at = folder; at !== ROOT; at = this.parent(at)) {
      length -= this.names.name(at).length
      prefix.set(this.names.name(at), length)
    }
    return prefix
  }

  *children(folder: number): Generator<number> {
    for (let at = this.firstFolder[folder]!; at !== NONE; at = this.nextFolder[at]!) {
      if (this.keys[at]! > 0) yield at
    }
  }
}
