import type { LoadedCopy } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { MovedPlayer, MovedPlayers } from './moved-players.ts'
import type { ScopeTables } from '../tables.ts'

interface HomeDeps {
  store: Store<ScopeTables>
  moved: Pick<LoadedCopy<MovedPlayers>, 'current' | 'invalidate'>
}

/** Where a player was found; `isMoved`: it is not the server their uId names. */
export interface Home extends MovedPlayer {
  isMoved: boolean
}

/** Remembers for all calls and all nodes that a player has moved, or is back; writes only what is news. */
export async function noteHome({ store, moved }: HomeDeps, home: Home): Promise<void> {
  const { game, platform, uId, sId, isMoved } = home
  const known = moved
    .current()
    .get(uId)
    ?.find((each) => each.game === game)
  if (known?.sId === (isMoved ? sId : undefined)) return
  await store.write(async (tx) => {
    if (!isMoved) {
      const own = tx.deleteFrom('moved_player').where('game', '=', game)
      await own.where('platform', '=', platform).where('u_id', '=', uId).execute()
      return
    }
    await tx
      .insertInto('moved_player')
      .values({ game, platform, u_id: uId, s_id: sId })
      .onConflict((conflict) => conflict.columns(['game', 'platform', 'u_id']).doUpdateSet({ s_id: sId }))
      .execute()
  })
  await moved.invalidate()
}
