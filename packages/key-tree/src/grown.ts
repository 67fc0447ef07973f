export type Words = Uint32Array<ArrayBuffer>
export type Bytes = Uint8Array<ArrayBuffer>

/** Half as much again: pages nobody wrote to cost no memory, but the next growth copies what was written. */
const sizeFor = (length: number, has: number) => Math.max(length, has + (has >> 1), 64)

/** The same words with room for `length`; the old array is gone afterwards, so its memory is free at once. */
export function grownWords(words: Words, length: number): Words {
  if (length <= words.length) return words
  return new Uint32Array(words.buffer.transfer(sizeFor(length, words.length) * 4))
}

export function grownBytes(bytes: Bytes, length: number): Bytes {
  if (length <= bytes.length) return bytes
  return new Uint8Array(bytes.buffer.transfer(sizeFor(length, bytes.length)))
}
