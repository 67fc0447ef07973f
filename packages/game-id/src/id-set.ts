const FIRST_SLOTS = 1_024

/**
 * A set of uIds in as many bytes as their numbers have, twice: two million of them take 32 MiB, where a set of texts takes five
 * times as much.
 */
export class IdSet {
  size = 0
  /** Two halves of each number; 0 and 0 is nobody. */
  #slots = new Uint32Array(2 * FIRST_SLOTS)
  readonly #number = new BigUint64Array(1)
  readonly #halves = new Uint32Array(this.#number.buffer)

  /** False when it was there already. */
  add(uId: bigint): boolean {
    this.#number[0] = uId
    const [low = 0, high = 0] = this.#halves
    if (!this.#put(low, high)) return false
    this.size += 1
    if (this.size * 4 > this.#slots.length) this.#grow()
    return true
  }

  #put(low: number, high: number): boolean {
    const slots = this.#slots
    const mask = slots.length / 2 - 1
    let at = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1) >>> 0
    at = (at ^ (at >>> 15)) & mask
    for (;;) {
      const [heldLow, heldHigh] = [slots[2 * at]!, slots[2 * at + 1]!]
      if (heldLow === low && heldHigh === high) return false
      if (heldLow === 0 && heldHigh === 0) break
      at = (at + 1) & mask
    }
    slots[2 * at] = low
    slots[2 * at + 1] = high
    return true
  }

  #grow(): void {
    const held = this.#slots
    this.#slots = new Uint32Array(held.length * 2)
    for (let at = 0; at < held.length; at += 2) {
      if (held[at] !== 0 || held[at + 1] !== 0) this.#put(held[at]!, held[at + 1]!)
    }
  }
}
