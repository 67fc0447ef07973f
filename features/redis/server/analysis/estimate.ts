import type { Estimate } from '../../contract/index.ts'

/** Sums over the keys of a sample. */
export interface Sampled {
  /** Keys there are. */
  readonly population: number
  /** Keys of them that were measured, each as likely as any other. */
  readonly measured: number
  /** Of what was measured, and of its squares; a key without it counts as 0. */
  readonly sum: number
  readonly squares: number
}

/**
 * The sum over all keys from those of a sample drawn without replacement: the mean times their number, with the standard
 * error sqrt(1 - n/N) * N * s / sqrt(n) (Cochran, Sampling Techniques, 2.5). Of a single one of many nothing is known:
 * its error is as large as the value.
 */
export function estimateTotal({ population, measured, sum, squares }: Sampled): Estimate {
  if (measured === 0) return { value: 0, error: 0 }
  if (measured >= population) return { value: sum, error: 0 }
  const mean = sum / measured
  const value = population * mean
  if (measured === 1) return { value, error: value }
  const variance = Math.max(0, (squares - measured * mean * mean) / (measured - 1))
  return { value, error: population * Math.sqrt((1 - measured / population) * (variance / measured)) }
}
