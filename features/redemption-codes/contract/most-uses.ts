import { USES_MOST } from './views.ts'
import type { BatchDraft } from './views.ts'

type Counted = Pick<BatchDraft, 'kind' | 'perCode' | 'perPlayerCode' | 'perPlayerBatch' | 'total'>
export type CountKey = Exclude<keyof Counted, 'kind'>

/** Counts that people choose for a kind: a universal code is its whole batch. */
export const COUNTS_OF_KIND: Readonly<Record<BatchDraft['kind'], readonly CountKey[]>> = {
  once: ['perPlayerCode', 'perPlayerBatch', 'total'],
  times: ['perCode', 'perPlayerCode', 'perPlayerBatch', 'total'],
  universal: ['perCode', 'perPlayerCode', 'total'],
}

/** Counts that say something of a batch. One of an earlier version may hold a universal code to its count for the batch. */
export function tellingCounts({ kind, perPlayerCode, perPlayerBatch }: Counted): readonly CountKey[] {
  const binds = perPlayerBatch !== null && (perPlayerCode === null || perPlayerBatch < perPlayerCode)
  return kind === 'universal' && binds ? COUNTS_OF_KIND.times : COUNTS_OF_KIND[kind]
}

/** How often codes of the batch can be used in all; null: without end. */
export function mostUses({
  total,
  perCode,
  quantity,
}: Pick<BatchDraft, 'total' | 'perCode' | 'quantity'>): number | null {
  const ofCodes = perCode === null ? null : perCode * quantity
  if (total === null || ofCodes === null) return total ?? ofCodes
  return Math.min(total, ofCodes)
}

/** What its kind leaves of the counts of a draft. */
export function countsOf({ kind, total, perCode, quantity }: BatchDraft): Parameters<typeof mostUses>[0] {
  if (kind === 'universal') return { total, perCode, quantity: 1 }
  return { total, perCode: kind === 'once' ? 1 : perCode, quantity }
}

/** The same for whoever weighs it: without end counts as the most there can be, so that no limit on all together holds. */
export const weighedUses = (counts: Parameters<typeof mostUses>[0]): number => mostUses(counts) ?? USES_MOST
