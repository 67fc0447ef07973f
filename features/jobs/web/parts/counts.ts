import type { JobCounters } from '../../contract/index.ts'

/** Ways a row ended, in the order they are shown. */
export const ENDS = ['done', 'skipped', 'failed', 'unknown'] as const

export const workedOf = ({ done, failed, skipped, unknown }: JobCounters): number =>
  done + failed + skipped + unknown

/** Whole per cent worked on; 100 only when nothing is left. */
export function percentOf(counters: JobCounters): number {
  return counters.total === 0 ? 0 : Math.floor((workedOf(counters) * 100) / counters.total)
}
