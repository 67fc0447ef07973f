import { ALPHABET, normalizeCode } from './normalize-code.ts'

/** How codes of one batch look: prefix, two characters of the batch, random ones, a check character. */
export interface CodeShape {
  /** In its one form; may be empty. */
  readonly prefix: string
  /** Number of the batch. */
  readonly batch: number
  /** Characters after the prefix. */
  readonly length: number
}

/** Of the part after the prefix. */
export const LENGTH = { least: 10, usual: 12, most: 20 } as const
export const PREFIX_MOST = 8
const BATCH_CHARS = 2
const CHECK_CHARS = 1

/** Random characters besides those of batch and check. */
export function randomChars(length: number): number {
  return length - BATCH_CHARS - CHECK_CHARS
}

/** A hint for people only: numbers come round after 1,024 batches. */
export function batchPart(batch: number): string {
  const at = batch % ALPHABET.length ** BATCH_CHARS
  return `${ALPHABET[Math.floor(at / ALPHABET.length)]}${ALPHABET[at % ALPHABET.length]}`
}

/** How many tries hit one code of a batch, on average. */
export function guessesPerHit(length: number, quantity: number): number {
  return ALPHABET.length ** randomChars(length) / quantity
}

export const RANDOM_AT_LEAST = 1_000_000

/** The shortest codes of which so many may be made. */
export function leastLength(quantity: number): number {
  for (let length: number = LENGTH.least; length < LENGTH.most; length++) {
    if (guessesPerHit(length, quantity) >= RANDOM_AT_LEAST) return length
  }
  return LENGTH.most
}

export function isPrefix(text: string): boolean {
  return text === '' || (text.length <= PREFIX_MOST && normalizeCode(text) === text)
}
