import type { GameMeta } from '@qd/game-contract'
import type { ServerRecord } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import type { UseCaseDeps } from '../game-servers-deps.ts'
import { minuteOf } from '../online/keep-online.ts'
import type { GameServerTables } from '../tables.ts'
import { unheardRow } from './unheard-row.ts'

type Tx = Kysely<GameServerTables>

async function noteDeclared(tx: Tx, key: string, now: number): Promise<void> {
  await tx
    .insertInto('game_server_live')
    .values({ ...unheardRow(key), declared_at: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ declared_at: now })
        .where('game_server_live.declared_at', 'is', null),
    )
    .execute()
}

/** A server that never sent a heartbeat and does not declare them any more is not missed. */
async function noteUndeclared(tx: Tx, key: string): Promise<void> {
  await tx
    .updateTable('game_server_live')
    .set((eb) => ({
      declared_at: null,
      silent_since: eb.case().when('taken_at', 'is', null).then(null).else(eb.ref('silent_since')).end(),
    }))
    .where('key', '=', key)
    .where('declared_at', 'is not', null)
    .execute()
}

/**
 * Takes what a page asked a server for anyway: whether it declares heartbeats, and, where a server sends none, how many
 * are online. Costs a write a minute for servers that are looked at.
 */
export function createMetaNotes(deps: UseCaseDeps) {
  const noted = new Map<string, number>()

  return async ({ key }: ServerRecord, meta: GameMeta): Promise<void> => {
    const now = deps.nowMs()
    const minute = minuteOf(now)
    if (noted.get(key) === minute) return
    noted.set(key, minute)
    await deps.store.write(async (tx) => {
      if (meta.capabilities.includes('heartbeat')) await noteDeclared(tx, key, now)
      else await noteUndeclared(tx, key)
      // A heartbeat of this minute knows better.
      await tx
        .insertInto('game_server_online')
        .values({ key, minute, online: meta.online })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    })
  }
}
