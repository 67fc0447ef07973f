export { ALPHABET, normalizeCode, showCode } from './normalize-code.ts'
export { checkCharacter, isCheckRight } from './check-character.ts'
export {
  batchPart,
  guessesPerHit,
  isPrefix,
  LENGTH,
  leastLength,
  PREFIX_MOST,
  RANDOM_AT_LEAST,
} from './code-shape.ts'
export type { CodeShape } from './code-shape.ts'
