import type { NodeMemory } from '../../../contract/index.ts'

const MEGABYTE = 1_048_576
/** Below it ratios are those of the empty process. */
const SMALL_BYTES = 5 * MEGABYTE
/** What MEMORY DOCTOR takes for too much: a ratio that is also worth so many bytes. */
const WASTE_RATIO = 1.1
const WASTE_BYTES = 10 * MEGABYTE
const PEAK_RATIO = 1.5

export type MemoryFinding = 'small' | 'peak' | 'swapped' | 'free' | 'kept' | 'outside' | 'nearLimit' | 'fine'

interface Found {
  readonly finding: MemoryFinding
  readonly bytes: number
  readonly ratio: number
}

/** What the figures of a node mean, by the bounds of MEMORY DOCTOR (`getMemoryDoctorReport` of Redis). */
export function findingsOf({ used, peak, rss, limit, allocator }: NodeMemory): Found[] {
  if (used < SMALL_BYTES) return [{ finding: 'small', bytes: used, ratio: 1 }]
  const found: Found[] = []
  const look = (finding: MemoryFinding, more: number, less: number): void => {
    if (less > 0 && more / less > WASTE_RATIO && more - less > WASTE_BYTES)
      found.push({ finding, bytes: more - less, ratio: more / less })
  }
  if (limit !== null && limit > 0 && used / limit > 0.9)
    found.push({ finding: 'nearLimit', bytes: limit - used, ratio: used / limit })
  if (peak / used > PEAK_RATIO) found.push({ finding: 'peak', bytes: peak, ratio: peak / used })
  if (rss !== null && used - rss > WASTE_BYTES)
    found.push({ finding: 'swapped', bytes: used - rss, ratio: rss / used })
  if (allocator !== null) {
    look('free', allocator.active, allocator.allocated)
    look('kept', allocator.resident, allocator.active)
    if (rss !== null) look('outside', rss, allocator.resident)
  }
  return found.length === 0 ? [{ finding: 'fine', bytes: 0, ratio: (rss ?? used) / used }] : found
}
