import type { LookupRequest, PlayerRow } from '@qd/game-contract'
import { parseUId } from '@qd/game-id'
import type { Game } from '../game/game.ts'
import type { StoredPlayer } from '../game/player-store.ts'

function rowOf(game: Game, stored: StoredPlayer): PlayerRow {
  const role = game.players.peek(stored.uId)?.document.role
  return {
    uId: stored.uId,
    roleId: stored.uId,
    name: role?.name ?? stored.name,
    sId: game.sId,
    level: role?.level ?? stored.level,
    online: game.players.isOnline(stored.uId),
    channel: stored.channel,
  }
}

function found(game: Game, input: LookupRequest): (StoredPlayer | null)[] {
  if (input.by === 'name') {
    return game.store.playersByName(input.value, input.exact ?? false, input.limit ?? 20)
  }
  if (input.by === 'account') return [game.store.playerByAccount(input.value)]
  const parsed = parseUId(input.value)
  return parsed.ok ? [game.store.player(parsed.uId)] : []
}

/** Players by uId, role id (the same number here), account or name; an empty list when there is none. */
export function lookupPlayers(game: Game, input: LookupRequest): PlayerRow[] {
  // Names of players in memory may not have reached the file yet.
  if (input.by === 'name') game.players.flush()
  return found(game, input).flatMap((stored) => (stored === null ? [] : [rowOf(game, stored)]))
}
