import { serve } from '@qd/server-kit'
import type { ReachPort, ScopePort, ServerFeature } from '@qd/server-kit'
import type { Store } from '@qd/store'
import {
  connectionInfo,
  forgetRecentPlayers,
  newUser,
  newUserByQuery,
  recentPlayers,
} from '../contract/index.ts'
import { handleConnectionInfo } from './connection-info.ts'
import { handleNewUser } from './new-user.ts'
import type { NewUserDeps } from './new-user.ts'
import { createNoteRecent } from './note-recent.ts'
import type { NoteRecent } from './note-recent.ts'
import { handleRecentPlayers } from './recent-players.ts'
import type { PlaceNames } from './recent-players.ts'
import { forgetRecent } from './recent-store.ts'
import type { PlayersTables } from './tables.ts'

export { playersMigrations } from './migrations.ts'
export type { NoteRecent } from './note-recent.ts'
export type { PlayersTables } from './tables.ts'

export interface PlayersDeps {
  store: Store<PlayersTables>
  reach: ReachPort<'accounts' | 'players' | 'socket'>
  scope: ScopePort
  placeNames?(game: string, lineId: string): PlaceNames
  userWs?: NewUserDeps['userWs']
  onMade?: NewUserDeps['onMade']
  nowMs?: () => number
}

export interface PlayersFeature extends ServerFeature {
  /** For features that open players: remembers the player for the user. */
  noteRecent: NoteRecent
}

/** Players as such: making accounts, and who was opened lately. */
export function createPlayersFeature(deps: PlayersDeps): PlayersFeature {
  const { store, reach, nowMs = Date.now } = deps
  return {
    name: 'players',
    texts: new URL('../contract/locales/', import.meta.url),
    noteRecent: createNoteRecent({ store, reach, nowMs }),
    routes: [
      serve(connectionInfo, (_input, ctx) => handleConnectionInfo(reach, ctx)),
      serve(newUser, ({ body }, ctx) => {
        const { name = '', count = 1, reason } = body
        return handleNewUser(deps, { name, count, reason }, ctx)
      }),
      serve(newUserByQuery, ({ query }, ctx) => {
        const { name = '', count = '1', reason } = query
        return handleNewUser(deps, { name, count: Number(count), reason }, ctx)
      }),
      serve(recentPlayers, (_input, ctx) => handleRecentPlayers(deps, ctx.caller)),
      serve(forgetRecentPlayers, {
        effect: 'store',
        async handle(_input, ctx) {
          await forgetRecent(store, ctx.caller.userId)
          return null
        },
      }),
    ],
  }
}
