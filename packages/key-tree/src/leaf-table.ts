import type { FolderTable } from './folder-table.ts'
import { grownBytes, grownWords } from './grown.ts'
import type { Bytes, Words } from './grown.ts'
import { NameTable, NONE } from './name-table.ts'

/** The named keys of all folders. One that went keeps its number: it often comes back. */
export class LeafTable {
  readonly names = new NameTable()
  /** How many of them went. */
  gone = 0
  #next: Words = new Uint32Array(0)
  #isGone: Bytes = new Uint8Array(0)

  get size(): number {
    return this.names.size + this.names.length * 5
  }

  isGone(leaf: number): boolean {
    return this.#isGone[leaf] === 1
  }

  setGone(leaf: number, isGone: boolean): void {
    if (this.isGone(leaf) === isGone) return
    this.#isGone[leaf] = isGone ? 1 : 0
    this.gone += isGone ? 1 : -1
  }

  /** After `names.find` answered NONE for the same name. */
  add(folders: FolderTable, folder: number, name: { in: Uint8Array; from: number; to: number }): void {
    const leaf = this.names.add(folder, name.in, name.from, name.to)
    this.#next = grownWords(this.#next, leaf + 1)
    this.#isGone = grownBytes(this.#isGone, leaf + 1)
    this.#next[leaf] = folders.firstLeaf[folder]!
    folders.firstLeaf[folder] = leaf
  }

  /** Those there are of one folder, last found first. */
  *of(folders: FolderTable, folder: number): Generator<number> {
    for (let at = folders.firstLeaf[folder]!; at !== NONE; at = this.#next[at]!) {
      if (this.#isGone[at] === 0) yield at
    }
  }
}
