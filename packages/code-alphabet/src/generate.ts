import { createCipheriv, randomBytes } from 'node:crypto'
import { checkCharacter } from './check-character.ts'
import { batchPart, randomChars } from './code-shape.ts'
import type { CodeShape } from './code-shape.ts'
import { ALPHABET } from './normalize-code.ts'

const SEED_BYTES = 32
const BLOCK_BYTES = 16

/** What all codes of one batch come from. */
export function newSeed(): Buffer {
  return randomBytes(SEED_BYTES)
}

/** The counter of AES in CTR mode: block n is that of code n. */
function counterAt(first: number): Buffer {
  const counter = Buffer.alloc(BLOCK_BYTES)
  counter.writeBigUInt64BE(BigInt(first), BLOCK_BYTES - 8)
  return counter
}

/** Five bits make a character; a block has room for 25. */
function charactersOf(block: Buffer, count: number): string {
  let characters = ''
  let bits = 0
  let held = 0
  for (let at = 0; characters.length < count; at++) {
    bits = ((bits << 8) | block[at]!) & 0xffff
    held += 8
    while (held >= 5 && characters.length < count) {
      held -= 5
      characters += ALPHABET[(bits >> held) & 31]
    }
  }
  return characters
}

/** Codes `first` and those after it: the same seed gives the same ones, and nobody without it can tell the next. */
export function codesFrom(
  seed: Buffer,
  shape: CodeShape,
  { first, count }: { first: number; count: number },
): string[] {
  const cipher = createCipheriv('aes-256-ctr', seed, counterAt(first))
  const stream = cipher.update(Buffer.alloc(count * BLOCK_BYTES))
  const head = `${shape.prefix}${batchPart(shape.batch)}`
  const chars = randomChars(shape.length)
  return Array.from({ length: count }, (_, at) => {
    const body = `${head}${charactersOf(stream.subarray(at * BLOCK_BYTES, (at + 1) * BLOCK_BYTES), chars)}`
    return `${body}${checkCharacter(body)}`
  })
}
