import type { Kysely } from 'kysely'
import type { UseCaseDeps } from '../game-servers-deps.ts'
import type { GameServerTables } from '../tables.ts'

/** A heartbeat of a server, by when it was signed. */
export interface Beat {
  key: string
  sentAtMs: number
}

/** Whether this heartbeat was here before: sent again, by the server or by somebody who recorded it. */
export async function wasHeard(
  { store }: Pick<UseCaseDeps, 'store'>,
  { key, sentAtMs }: Beat,
): Promise<boolean> {
  const row = await store.read
    .selectFrom('game_server_heard')
    .select('sent_at')
    .where('key', '=', key)
    .where('sent_at', '=', sentAtMs)
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps that it was here; false where another call was faster. */
export async function noteHeard(tx: Kysely<GameServerTables>, { key, sentAtMs }: Beat): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('game_server_heard')
    .values({ key, sent_at: sentAtMs })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
