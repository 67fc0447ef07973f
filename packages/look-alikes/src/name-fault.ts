import { hasMixedDigits } from './mixed-digits.ts'
import { isOneWritingSystem } from './one-writing-system.ts'
import recommended from './tables/recommended.json' with { type: 'json' }

/** What is wrong with a new name; `characters` are those nobody writes names with. */
export type NameFault = { kind: 'empty' } | { kind: 'characters'; characters: string[] } | { kind: 'mixed' }

const hex = (code: string | undefined) => Number.parseInt(code ?? '', 16)

/** First and last code points of Identifier_Status=Allowed. */
const RANGES = recommended.ranges.map((range) => {
  const [from, to = from] = range.split('-')
  return [hex(from), hex(to)] as const
})

function isRecommended(character: string): boolean {
  const code = character.codePointAt(0)!
  return RANGES.some(([from, to]) => from <= code && code <= to)
}

const LETTERS = /^[\p{L}\p{M}\p{Nd}]$/u
/** Between the letters of a name; also what a name is trimmed of before it is compared. */
const BETWEEN = /[._@-]/
/** A dot set on a letter that has one already shows nothing. */
const HIDDEN_DOT = /[\p{Soft_Dotted}l\u0131]\u0307/u

function isAllowed(character: string): boolean {
  return BETWEEN.test(character) || (LETTERS.test(character) && isRecommended(character))
}

/**
 * Why a name in NFKC may not be given to somebody new; null when it may. The rules are those of UTS #39 for identifiers
 * that are "highly restrictive": characters in common use, one writing system, one set of digits.
 */
export function nameFault(name: string): NameFault | null {
  const characters = [...new Set(name)].filter((character) => !isAllowed(character))
  if (HIDDEN_DOT.test(name)) characters.push('\u0307')
  if (characters.length > 0) return { kind: 'characters', characters }
  if (![...name].some((character) => LETTERS.test(character))) return { kind: 'empty' }
  return isOneWritingSystem(name) && !hasMixedDigits(name) ? null : { kind: 'mixed' }
}
