import { USES_MOST } from './views.ts'
import type { BatchDraft } from './views.ts'

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
