import type { Store } from '@qd/store'
import type { PlayersTables, RecentPlayerRow } from './tables.ts'

/** How many a user sees (S9.02). */
export const RECENT_SHOWN = 15
/** Kept beyond what is shown, since rights may hide some of them. */
const RECENT_KEPT = 60

export function readRecent(store: Store<PlayersTables>, userId: string): Promise<RecentPlayerRow[]> {
  return store.read
    .selectFrom('recent_player')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('u_id')
    .execute()
}

/** Puts the player on top of the user's list, once, and drops the oldest beyond what is kept. */
export async function keepRecent(store: Store<PlayersTables>, row: RecentPlayerRow): Promise<void> {
  const { user_id: userId, game: _game, u_id: _uId, ...fresh } = row
  await store.write(async (tx) => {
    await tx
      .insertInto('recent_player')
      .values(row)
      .onConflict((conflict) => conflict.columns(['user_id', 'game', 'u_id']).doUpdateSet(fresh))
      .execute()
    const kept = await tx
      .selectFrom('recent_player')
      .select('at')
      .where('user_id', '=', userId)
      .orderBy('at', 'desc')
      .limit(RECENT_KEPT)
      .execute()
    const oldest = kept.length === RECENT_KEPT ? kept.at(-1)?.at : undefined
    if (oldest === undefined) return
    await tx.deleteFrom('recent_player').where('user_id', '=', userId).where('at', '<', oldest).execute()
  })
}

export async function forgetRecent(store: Store<PlayersTables>, userId: string): Promise<void> {
  await store.write((tx) => tx.deleteFrom('recent_player').where('user_id', '=', userId).execute())
}
