import type { Kysely } from 'kysely'
import type { GameServerTables } from '../tables.ts'

export const MINUTE_MS = 60_000
export const minuteOf = (atMs: number) => Math.floor(atMs / MINUTE_MS)

export interface OnlineSample {
  key: string
  atMs: number
  online: number
}

/** Keeps how many are online in a minute; the last word of the minute stays. */
export async function keepOnline(
  tx: Kysely<GameServerTables>,
  { key, atMs, online }: OnlineSample,
): Promise<void> {
  await tx
    .insertInto('game_server_online')
    .values({ key, minute: minuteOf(atMs), online })
    .onConflict((conflict) => conflict.columns(['key', 'minute']).doUpdateSet({ online }))
    .execute()
}
