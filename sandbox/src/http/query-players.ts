import type { PlayersQueryReply, PlayersQueryRequest, QueriedPlayer } from '@qd/game-contract'
import type { Game } from '../game/game.ts'
import type { StoredPlayer } from '../game/player-store.ts'

function rowOf(game: Game, stored: StoredPlayer): QueriedPlayer {
  const { uId, name, level, channel, vip, createdAt, lastLoginAt } = stored
  return {
    uId,
    roleId: uId,
    name,
    sId: game.sId,
    level,
    online: game.players.isOnline(uId),
    channel,
    vip,
    registeredAt: createdAt * 1000,
    lastLoginAt: lastLoginAt * 1000,
  }
}

/** Players a condition names: how many, exactly, and a page of them in the order of creation. */
export function queryPlayers(game: Game, input: PlayersQueryRequest): PlayersQueryReply {
  const { where, cursor = '', limit, countOnly } = input
  // What happened to players in memory may not have reached the file yet.
  game.players.flush()
  const count = game.store.countWhere(where)
  if (countOnly) return { count, isEstimate: false, rows: [], cursor: '' }
  const page = game.store.playersWhere(where, { after: Number(cursor) || 0, limit: limit + 1 })
  const shown = page.slice(0, limit)
  return {
    count,
    isEstimate: false,
    rows: shown.map((stored) => rowOf(game, stored)),
    cursor: page.length > limit ? String(shown.at(-1)?.sequence ?? '') : '',
  }
}
