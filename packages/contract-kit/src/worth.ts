import * as z from 'zod/mini'
import { int64Text } from './schemas.ts'

/** The largest sum that is told. */
const MOST = 2n ** 63n - 1n

/**
 * What something is worth in the unit of the game: digits of an int64, and whether that is all of it. Where a part has no
 * value, the sum of the others is the least it can be.
 */
export const worth = z.object({ atLeast: int64Text, isComplete: z.boolean() })
export type Worth = Readonly<z.infer<typeof worth>>

/** Nothing is given. */
export const NO_WORTH: Worth = { atLeast: '0', isComplete: true }
/** Nobody can say what is given. */
export const UNKNOWN_WORTH: Worth = { atLeast: '0', isComplete: false }

/** Of parts; null: one of which nobody can say what it is worth. */
export function sumOfWorths(parts: readonly (bigint | null)[]): Worth {
  const sum = parts.reduce<bigint>((total, part) => total + (part ?? 0n), 0n)
  return { atLeast: String(sum > MOST ? MOST : sum), isComplete: !parts.includes(null) }
}

export function addWorths(all: readonly Worth[]): Worth {
  const { atLeast } = sumOfWorths(all.map((each) => BigInt(each.atLeast)))
  return { atLeast, isComplete: all.every(({ isComplete }) => isComplete) }
}

const WHOLE = /^\d{1,19}$/
const wholeFrom = (least: bigint) =>
  z.string().check(
    z.regex(WHOLE),
    z.refine((text) => !WHOLE.test(text) || (BigInt(text) >= least && BigInt(text) <= MOST)),
  )

/** What the console says an item is worth: so many of it are worth so much. */
export const worthRate = z.object({ per: wholeFrom(1n), worth: wholeFrom(0n) })
export type WorthRate = Readonly<z.infer<typeof worthRate>>

/**
 * What so much of an item is worth: by the console's rate, rounded up, else by the highest value that a server of its game
 * tells. Null: neither is known.
 */
export function worthBy(
  quantity: bigint,
  rate: WorthRate | undefined,
  values: readonly number[],
): bigint | null {
  if (rate !== undefined) {
    const per = BigInt(rate.per)
    return (quantity * BigInt(rate.worth) + per - 1n) / per
  }
  return values.length === 0 ? null : quantity * BigInt(Math.max(...values))
}
