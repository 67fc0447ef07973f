import { valueInvalid } from './words.ts'

/** A score as the number it is for Redis; NaN for what is none. */
export function scoreOf(text: string): number {
  const [, sign, word] = /^([+-]?)(inf|infinity)$/i.exec(text) ?? []
  if (word !== undefined) return sign === '-' ? -Infinity : Infinity
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  // Who wants infinity says so: more digits than a double holds are no score for Redis either.
  return Number.isFinite(value) ? value : Number.NaN
}

/** Refuses what is no score, and a whole number that Redis would keep as another one: scores are doubles. */
export function checkScore(text: string): void {
  const value = scoreOf(text)
  if (Number.isNaN(value)) throw valueInvalid('score', 'noScore')
  if (/^[+-]?\d+$/.test(text) && Number.isFinite(value) && BigInt(value) !== BigInt(text.replace('+', '')))
    throw valueInvalid('score', 'rounded')
}
