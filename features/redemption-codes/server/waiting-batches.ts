import { parseJsonText } from '@qd/canonical-json'
import type { WaitingGift } from '@qd/server-kit'
import type { GiftEntry } from '../contract/index.ts'
import type { UseCaseDeps } from './codes-deps.ts'

/** Where codes are still to be made, or players may still use them. */
const OPEN = ['draft', 'generating', 'active', 'paused'] as const

/** Batches that players of a line may get items from, now or once they are released. */
export async function waitingBatches(
  { store, nowMs }: Pick<UseCaseDeps, 'store' | 'nowMs'>,
  lineId: string,
): Promise<WaitingGift[]> {
  const now = nowMs()
  const rows = await store.read
    .selectFrom('code_batch')
    .select(['id', 'name', 'number', 'game', 'line_id', 'gift', 'also_lines', 'created_by'])
    .where('state', 'in', OPEN)
    .where((eb) => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>', now)]))
    .where((eb) => eb.or([eb('line_id', '=', lineId), eb('also_lines', '!=', '[]')]))
    .execute()
  return rows
    .filter((row) => row.line_id === lineId || (parseJsonText(row.also_lines) as string[]).includes(lineId))
    .map((row) => ({
      id: `codes:${row.id}`,
      name: `${row.number} · ${row.name}`,
      author: row.created_by,
      page: `/redeemCode?${new URLSearchParams({ game: row.game, line: row.line_id, batch: row.id })}`,
      numbers: (parseJsonText(row.gift) as GiftEntry[]).map(({ number }) => number),
    }))
}
