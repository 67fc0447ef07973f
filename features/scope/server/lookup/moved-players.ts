import { createLoadedCopy } from '@qd/server-kit'
import type { LoadedCopy } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { Kysely } from 'kysely'
import type { ScopeTables } from '../tables.ts'

/** A player whom the game found on another server after a merge. */
export interface MovedPlayer {
  readonly game: string
  readonly platform: number
  readonly uId: string
  readonly sId: number
}

/** Players who are not where their uId says, by uId; the number of it in several games. */
export type MovedPlayers = ReadonlyMap<string, readonly MovedPlayer[]>

async function loadMovedPlayers(db: Kysely<ScopeTables>): Promise<MovedPlayers> {
  const rows = await db.selectFrom('moved_player').selectAll().execute()
  const moved = rows.map(({ game, platform, u_id, s_id }) => ({ game, platform, uId: u_id, sId: s_id }))
  return Map.groupBy(moved, ({ uId }) => uId)
}

export interface MovedPlayersDeps {
  store: Store<ScopeTables>
  onLoadError(error: unknown): void
}

/** Keeps in memory who has moved, so that resolving a target is synchronous. */
export function createMovedPlayers({ store, onLoadError }: MovedPlayersDeps): LoadedCopy<MovedPlayers> {
  return createLoadedCopy<MovedPlayers>({
    store,
    topic: 'scope.moved-players',
    empty: new Map(),
    load: () => loadMovedPlayers(store.read),
    onLoadError,
  })
}
