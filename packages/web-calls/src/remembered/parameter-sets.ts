import { canonicalJson } from '@qd/canonical-json'
import { equalValues } from '@qd/protocol-model'

/** Parameters that were used once, with what they were called under. */
export interface ParameterSet {
  values: Readonly<Record<string, unknown>>
  usedAtMs: number
}

/** S9.02. */
export const MAX_SETS = 20
export const SUGGESTED_SETS = 5
export const SETS_EXPIRE_IN_SECONDS = 2_592_000
/** A set is there to be typed again quickly; a pasted list of ten thousand is not. */
export const MAX_SET_LENGTH = 20_000

/** The sets that are not too old, newest first. */
export function freshSets(sets: readonly ParameterSet[], nowMs: number): ParameterSet[] {
  return sets
    .filter(({ usedAtMs }) => nowMs - usedAtMs <= SETS_EXPIRE_IN_SECONDS * 1000)
    .toSorted((a, b) => b.usedAtMs - a.usedAtMs)
    .slice(0, MAX_SETS)
}

/** The set first, once, and no more than twenty; one without values, or too long, is not kept. */
export function withSet(
  sets: readonly ParameterSet[],
  values: Readonly<Record<string, unknown>>,
  nowMs: number,
): ParameterSet[] {
  const isKept = Object.keys(values).length > 0 && canonicalJson(values).length <= MAX_SET_LENGTH
  if (!isKept) return freshSets(sets, nowMs)
  const others = sets.filter((set) => !equalValues(set.values, values))
  return freshSets([{ values, usedAtMs: nowMs }, ...others], nowMs)
}

export function withoutSet(sets: readonly ParameterSet[], gone: ParameterSet): ParameterSet[] {
  return sets.filter((set) => !equalValues(set.values, gone.values))
}

/** The values that may lie in a browser: those of sensitive parameters may not. */
export function keepableValues(
  values: Readonly<Record<string, unknown>>,
  sensitive: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !sensitive.includes(name)))
}
