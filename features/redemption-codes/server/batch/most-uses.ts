import { USES_MOST } from '../../contract/index.ts'
import type { BatchRow } from '../code-tables.ts'

/** How often codes of the batch can be used in all; null: without end. */
export function mostUses({
  total,
  per_code,
  quantity,
}: Pick<BatchRow, 'total' | 'per_code' | 'quantity'>): number | null {
  const ofCodes = per_code === null ? null : per_code * quantity
  if (total === null || ofCodes === null) return total ?? ofCodes
  return Math.min(total, ofCodes)
}

/** The same for whoever weighs it: without end counts as the most there can be, so that no limit on all together holds. */
export const weighedUses = (row: Parameters<typeof mostUses>[0]): number => mostUses(row) ?? USES_MOST
