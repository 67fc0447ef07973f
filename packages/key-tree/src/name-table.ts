import { grownBytes, grownWords } from './grown.ts'
import type { Bytes, Words } from './grown.ts'

/** Instead of an id: there is none. */
export const NONE = 0xffff_ffff

const FIRST_SLOTS = 256
const WORD_BYTES = 4

/**
 * Names below parents, each once, numbered in the order they came. All names lie in one run of bytes; a table of hashed
 * slots finds them. A name costs its own bytes, three words and about two slots.
 */
export class NameTable {
  length = 0
  parents: Words = new Uint32Array(0)
  bytes: Bytes = new Uint8Array(0)
  /** Kept so that a larger table needs no look at the names. */
  #hashes: Words = new Uint32Array(0)
  /** Where each name begins; the next one begins where it ends. */
  #starts: Words = new Uint32Array(1)
  /** Id + 1; 0 is free. */
  #slots: Words = new Uint32Array(FIRST_SLOTS)
  /** Another one in each table: nobody can prepare names that all fall into one slot. */
  readonly #seed = Math.floor(Math.random() * 0x1_0000_0000)
  /** The free slot where the last search ended, and what it searched for. */
  #free = 0
  #sought = 0

  get size(): number {
    return this.#starts[this.length]! + this.length * 3 * WORD_BYTES + this.#slots.length * WORD_BYTES
  }

  start(id: number): number {
    return this.#starts[id]!
  }

  end(id: number): number {
    return this.#starts[id + 1]!
  }

  name(id: number): Uint8Array {
    return this.bytes.subarray(this.#starts[id], this.#starts[id + 1])
  }

  /** The id of bytes `from` to `to` below a parent, or NONE; `add` may then follow with the same ones. */
  find(parent: number, of: Uint8Array, from: number, to: number): number {
    const mask = this.#slots.length - 1
    const hash = this.#hash(parent, of, from, to)
    let slot = hash & mask
    for (let held = this.#slots[slot]!; held !== 0; held = this.#slots[slot]!) {
      const id = held - 1
      if (this.#hashes[id] === hash && this.parents[id] === parent && this.#isNamed(id, of, from, to))
        return id
      slot = (slot + 1) & mask
    }
    this.#free = slot
    this.#sought = hash
    return NONE
  }

  /** Only right after `find` answered NONE for the same name. */
  add(parent: number, of: Uint8Array, from: number, to: number): number {
    const id = this.length
    const start = this.#starts[id]!
    const end = start + to - from
    this.parents = grownWords(this.parents, id + 1)
    this.#hashes = grownWords(this.#hashes, id + 1)
    this.#starts = grownWords(this.#starts, id + 2)
    this.bytes = grownBytes(this.bytes, end)
    this.parents[id] = parent
    this.#hashes[id] = this.#sought
    this.#starts[id + 1] = end
    for (let at = from; at < to; at += 1) this.bytes[start + at - from] = of[at]!
    this.length = id + 1
    this.#slots[this.#free] = id + 1
    if (this.length * 4 > this.#slots.length * 3) this.#widen()
    return id
  }

  #isNamed(id: number, of: Uint8Array, from: number, to: number): boolean {
    const start = this.#starts[id]!
    if (this.#starts[id + 1]! - start !== to - from) return false
    const { bytes } = this
    for (let at = to - 1, own = start + to - from - 1; at >= from; at -= 1, own -= 1) {
      if (bytes[own] !== of[at]) return false
    }
    return true
  }

  #hash(parent: number, of: Uint8Array, from: number, to: number): number {
    let hash = Math.imul(parent ^ this.#seed, 0x85eb_ca6b)
    for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ of[at]!, 0x0100_0193)
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d)
    return (hash ^ (hash >>> 13)) >>> 0
  }

  #widen(): void {
    const slots = new Uint32Array(this.#slots.length * 2)
    const mask = slots.length - 1
    for (let id = 0; id < this.length; id += 1) {
      let slot = this.#hashes[id]! & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = id + 1
    }
    this.#slots = slots
  }
}
