import { lookupCapability } from '@qd/game-contract'
import type { LookupRequest, OfferedLookup, PlayerRow } from '@qd/game-contract'
import { parseUId } from '@qd/game-id'
import { GameFailure } from '../game/game-failure.ts'
import type { Game } from '../game/game.ts'
import type { StoredPlayer } from '../game/player-store.ts'
import { say } from '../texts/say.ts'

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
  // A device is an account here: who enters by an unknown one gets a new player.
  if (input.by === 'account' || input.by === 'device') return [game.store.playerByAccount(input.value)]
  if (input.by === 'email' || input.by === 'order') {
    throw new GameFailure(3001, say('没有接口 {call}', { call: lookupCapability(input.by) }))
  }
  const parsed = parseUId(input.value)
  return parsed.ok ? [game.store.player(parsed.uId)] : []
}

/** What this game keeps of its players beside names, accounts and numbers. */
export const keepsLookup = (by: OfferedLookup): boolean => by === 'device'

/** Players by uId, role id (the same number here), account, device or name; an empty list when there is none. */
export function lookupPlayers(game: Game, input: LookupRequest): PlayerRow[] {
  // Names of players in memory may not have reached the file yet.
  if (input.by === 'name') game.players.flush()
  return found(game, input).flatMap((stored) => (stored === null ? [] : [rowOf(game, stored)]))
}
