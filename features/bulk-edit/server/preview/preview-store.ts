import type { Store } from '@qd/store'
import type { ScannedList } from '../list/scan-list.ts'
import type { BulkEditTables, BulkPreviewRow } from '../tables.ts'

/** A day later the players are others than those that were looked at. */
export const PREVIEW_LIFETIME_MS = 86_400_000
/** Kept for what was handed in for approval by then. */
export const PREVIEW_KEPT_MS = 45 * 86_400_000

export async function keepPreview(store: Store<BulkEditTables>, row: BulkPreviewRow): Promise<void> {
  await store.write((tx) =>
    tx
      .insertInto('bulk_preview')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'hash']).doUpdateSet({ at: row.at, facts: row.facts }),
      )
      .execute(),
  )
}

/** A list as it was when it was looked at, for a start that does not read it again. */
export interface ListFacts {
  players: number
  digest: string
  servers: { key: string; lineId: string; sId: number; players: number }[]
}

export function factsOf({ players, digest, servers }: ScannedList): ListFacts {
  return {
    players,
    digest,
    servers: Array.from(servers.values(), ({ server, players: count }) => {
      const { key, lineId, sId } = server
      return { key, lineId, sId, players: count }
    }),
  }
}

/** The preview of the user, if they have seen it lately. */
export function findPreview(
  store: Store<BulkEditTables>,
  row: Pick<BulkPreviewRow, 'user_id' | 'hash' | 'at'>,
  lifetimeMs: number = PREVIEW_LIFETIME_MS,
): Promise<Pick<BulkPreviewRow, 'facts'> | undefined> {
  return store.read
    .selectFrom('bulk_preview')
    .select('facts')
    .where('user_id', '=', row.user_id)
    .where('hash', '=', row.hash)
    .where('at', '>', row.at - lifetimeMs)
    .executeTakeFirst()
}

export async function forgetPreviews(store: Store<BulkEditTables>, beforeMs: number): Promise<void> {
  await store.write((tx) => tx.deleteFrom('bulk_preview').where('at', '<', beforeMs).execute())
}
