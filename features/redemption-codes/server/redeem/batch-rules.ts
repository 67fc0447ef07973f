import { parseJsonText } from '@qd/canonical-json'
import type { CodeLimit, GiftEntry } from '../../contract/index.ts'
import type { BatchRow } from '../code-tables.ts'
import type { BatchRules } from '../rules/decide-redemption.ts'

/** A batch as redemptions see it. */
export interface LoadedBatch {
  readonly row: BatchRow
  readonly rules: BatchRules
  readonly gift: readonly GiftEntry[]
}

export function loadedBatch(row: BatchRow): LoadedBatch {
  return {
    row,
    gift: parseJsonText(row.gift) as GiftEntry[],
    rules: {
      state: row.state,
      lines: [row.line_id, ...(parseJsonText(row.also_lines) as string[])],
      validFrom: row.valid_from,
      validTo: row.valid_to,
      perCode: row.per_code,
      perPlayerCode: row.per_player_code,
      perPlayerBatch: row.per_player_batch,
      total: row.total,
      limits: parseJsonText(row.limits) as CodeLimit[],
    },
  }
}
