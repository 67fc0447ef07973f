import type { Store } from '@qd/store'
import type { BulkEditTables, BulkPreviewRow } from '../tables.ts'

/** A day later the players are others than those that were looked at. */
export const PREVIEW_LIFETIME_MS = 86_400_000

export async function keepPreview(store: Store<BulkEditTables>, row: BulkPreviewRow): Promise<void> {
  await store.write((tx) =>
    tx
      .insertInto('bulk_preview')
      .values(row)
      .onConflict((conflict) => conflict.columns(['user_id', 'hash']).doUpdateSet({ at: row.at }))
      .execute(),
  )
}

/** Whether the user has seen this preview lately. */
export async function hasPreview(store: Store<BulkEditTables>, row: BulkPreviewRow): Promise<boolean> {
  const found = await store.read
    .selectFrom('bulk_preview')
    .select('at')
    .where('user_id', '=', row.user_id)
    .where('hash', '=', row.hash)
    .where('at', '>', row.at - PREVIEW_LIFETIME_MS)
    .executeTakeFirst()
  return found !== undefined
}

export async function forgetPreviews(store: Store<BulkEditTables>, beforeMs: number): Promise<void> {
  await store.write((tx) => tx.deleteFrom('bulk_preview').where('at', '<', beforeMs).execute())
}
