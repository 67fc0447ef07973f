import { GameError } from '@qd/game-contract/adapter'
import type { CatalogueServer, ReachPort } from '@qd/server-kit'
import { isStoreError } from '@qd/store'
import type { Store } from '@qd/store'
import { keepRecent } from './recent-store.ts'
import type { PlayersTables } from './tables.ts'

export type NoteRecent = (userId: string, player: { server: CatalogueServer; uId: string }) => Promise<void>

/** An open editor reads again and again: once a minute is enough. */
const NOTED_FOR_MS = 60_000
const MAX_NOTED = 5000

interface NoteDeps {
  store: Store<PlayersTables>
  reach: ReachPort<'players'>
  nowMs: () => number
}

/** Remembers a player as opened, with the name and level the game knows them by. */
export function createNoteRecent({ store, reach, nowMs }: NoteDeps): NoteRecent {
  const noted = new Map<string, number>()

  async function summaryOf(server: CatalogueServer, uId: string) {
    const { players, target } = await reach.reach(server)
    try {
      const [row] = await players.lookup(target, { by: 'uId', value: uId, exact: true, limit: 1 })
      return { name: row?.name ?? '', level: row?.level ?? 0 }
    } catch (error) {
      // A list of what was opened is not worth a failed call.
      if (error instanceof GameError) return { name: '', level: 0 }
      throw error
    }
  }

  return async (userId, { server, uId }) => {
    const name = `${userId} ${server.game} ${uId}`
    if ((noted.get(name) ?? 0) > nowMs()) return
    if (noted.size >= MAX_NOTED) noted.clear()
    noted.set(name, nowMs() + NOTED_FOR_MS)
    try {
      const summary = await summaryOf(server, uId)
      const place = { game: server.game, s_id: server.sId, line_id: server.lineId }
      await keepRecent(store, { user_id: userId, u_id: uId, ...place, ...summary, at: nowMs() })
    } catch (error) {
      // A player that was read must not fail to show because a list could not be kept: next time it is.
      if (!isStoreError(error)) throw error
      noted.delete(name)
    }
  }
}
