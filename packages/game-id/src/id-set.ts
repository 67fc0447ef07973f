const FIRST_SLOTS = 1_024
/** Words of a slot: two halves of the number that 32 neighbours share, and a bit for each of them; without a bit it is free. */
const WORDS = 3

/**
 * A set of uIds. Players of a server have numbers close together, so that 32 neighbours share a slot: a million of one list take
 * 1 MiB, and 24 MiB where nobody has a neighbour; a set of texts takes 80.
 */
export class IdSet {
  size = 0
  #used = 0
  #slots = new Uint32Array(WORDS * FIRST_SLOTS)
  readonly #number = new BigUint64Array(1)
  readonly #halves = new Uint32Array(this.#number.buffer)

  /** False when it was there already. */
  add(uId: bigint): boolean {
    this.#number[0] = uId
    const low = this.#halves[0]!
    const high = this.#halves[1]!
    const bit = 1 << (low & 31)
    const at = this.#find(((low >>> 5) | (high << 27)) >>> 0, high >>> 5)
    const bits = this.#slots[at + 2]!
    if ((bits & bit) !== 0) return false
    this.#slots[at + 2] = bits | bit
    this.size += 1
    if (bits === 0) this.#grown()
    return true
  }

  /** Where these neighbours stand, or may stand from now on. */
  #find(low: number, high: number): number {
    const slots = this.#slots
    const mask = slots.length / WORDS - 1
    let hash = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1) >>> 0
    hash ^= hash >>> 15
    for (let at = (hash & mask) * WORDS; ; at = at === mask * WORDS ? 0 : at + WORDS) {
      if (slots[at + 2] === 0) {
        slots[at] = low
        slots[at + 1] = high
        return at
      }
      if (slots[at] === low && slots[at + 1] === high) return at
    }
  }

  #grown(): void {
    this.#used += 1
    if (this.#used * 2 * WORDS <= this.#slots.length) return
    const held = this.#slots
    this.#slots = new Uint32Array(held.length * 2)
    for (let at = 0; at < held.length; at += WORDS)
      if (held[at + 2] !== 0) this.#slots[this.#find(held[at]!, held[at + 1]!) + 2] = held[at + 2]!
    // Its memory goes back at once, not when the next collection comes by.
    held.buffer.transfer(0)
  }
}
