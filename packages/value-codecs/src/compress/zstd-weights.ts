/*
 * RFC 8878, 4.1.1 and 4.2.1: the library goes round for ever over weights of Huffman codes where one value has all of the
 * probability, since none of its states takes a bit. No writer makes them; a changed bit does.
 */

/** Bytes of the head of literals, by the format of their sizes. */
const LITERALS_HEAD = [3, 3, 4, 5]
const PACKED_LITERALS = 2
const MOST_SYMBOL = 255

/** Whether a table of probabilities beginning there gives all to one value. */
function isOneSided(bytes: Uint8Array, at: number): boolean {
  const accuracy = (bytes[at]! & 15) + 5
  const size = 2 ** accuracy
  let bit = at * 8 + 4
  const peek = (count: number): number => {
    const from = bit >>> 3
    const word = (bytes[from] ?? 0) | ((bytes[from + 1] ?? 0) << 8) | ((bytes[from + 2] ?? 0) << 16)
    return (word >>> (bit & 7)) & (2 ** count - 1)
  }
  let left = size
  for (let symbol = 0; symbol <= MOST_SYMBOL && left > 0; symbol += 1) {
    const bits = 31 - Math.clz32(left + 1)
    // Small values take a bit less.
    const small = 2 ** (bits + 1) - 1 - left - 1
    let value = peek(bits)
    if (value < small) bit += bits
    else {
      value = peek(bits + 1)
      if (value >= 2 ** bits) value -= small
      bit += bits + 1
    }
    if (value - 1 === size) return true
    left -= Math.abs(value - 1)
    if (value !== 1) continue
    let repeat: number
    do {
      repeat = peek(2)
      bit += 2
      symbol += repeat
    } while (repeat === 3)
  }
  return false
}

/** Whether the library would never come to an end with a packed block that begins there. */
export function isEndlessBlock(bytes: Uint8Array, at: number, to: number): boolean {
  const head = bytes[at] ?? 0
  if ((head & 3) !== PACKED_LITERALS) return false
  const weights = at + LITERALS_HEAD[(head >>> 2) & 3]!
  // From 128 on the weights stand as they are.
  return weights + 1 < to && bytes[weights]! < 128 && isOneSided(bytes, weights + 1)
}
