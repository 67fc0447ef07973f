import type { RouteReplyGiven } from '@qd/contract-kit'
import { readPlayerData } from '@qd/data-edit/contract'
import { callerHolds } from '@qd/server-kit'
import type { Caller, ScopePort } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { recentPlayers } from '../contract/index.ts'
import { readRecent, RECENT_SHOWN } from './recent-store.ts'
import type { PlayersTables, RecentPlayerRow } from './tables.ts'

interface RecentDeps {
  store: Store<PlayersTables>
  scope: ScopePort
  /** What people call a game and a line of it. */
  placeNames?(game: string, lineId: string): PlaceNames
}

export interface PlaceNames {
  gameName?: string
  lineName?: string
}

/** Whether the caller may still open them: rights may have gone since. */
function mayOpen(scope: ScopePort, caller: Caller, row: RecentPlayerRow): boolean {
  const found = scope.resolve({ game: row.game, uId: row.u_id })
  if (found.kind !== 'places' || found.missing !== undefined) return false
  return found.places.some((place) => callerHolds(caller, readPlayerData, place))
}

/** The players the caller opened last, each once, those out of their reach left out. */
export async function handleRecentPlayers(
  { store, scope, placeNames }: RecentDeps,
  caller: Caller,
): Promise<RouteReplyGiven<typeof recentPlayers>> {
  const rows = await readRecent(store, caller.userId)
  return rows
    .filter((row) => mayOpen(scope, caller, row))
    .slice(0, RECENT_SHOWN)
    .map(({ u_id: uId, name, level, s_id: sId, line_id: lineId, game, at }) => {
      return { uId, name, level, sId, lineId, game, ...placeNames?.(game, lineId), at }
    })
}
