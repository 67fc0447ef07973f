import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteReplyGiven } from '@qd/contract-kit'
import { GAME_CODES } from '@qd/game-contract'
import type { PlayerRow } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import { callerHolds, toAppError } from '@qd/server-kit'
import type { CallContext, ReachPort } from '@qd/server-kit'
import { readPlayer, scopeErrors } from '../contract/index.ts'
import type { lookup } from '../contract/index.ts'
import { serverKey } from './catalogue.ts'
import type { Catalogue, ServerRecord } from './catalogue.ts'
import { serverPlace } from './places.ts'

interface LookupDeps {
  catalogue: Catalogue
  reach: ReachPort
}

async function findPlayer(reach: ReachPort, server: ServerRecord, uId: string): Promise<PlayerRow> {
  const { adapter, target } = await reach.reach(server)
  let rows: PlayerRow[]
  try {
    rows = await adapter.lookup(target, { by: 'uId', value: uId, exact: true, limit: 1 })
  } catch (error) {
    if (!(error instanceof GameError)) throw error
    if (error.kind !== 'refused' || error.code !== GAME_CODES.unknownPlayer) throw toAppError(error)
    rows = []
  }
  const player = rows.find((row) => row.uId === uId)
  if (!player) throw new AppError(scopeErrors.player_not_found, { field: 'uId', params: { uId } })
  return player
}

/**
 * Finds a player on the server his uId names. After a merge he may live on another one: the game's word
 * wins over arithmetic, and the caller needs the same permission there (S7.20, S9.05).
 */
export async function lookUpPlayer(
  { catalogue, reach }: LookupDeps,
  ctx: Pick<CallContext, 'caller' | 'place'>,
): Promise<RouteReplyGiven<typeof lookup>> {
  const asked = catalogue.serverByKey.get(ctx.place.server?.key ?? '')
  const { uId } = ctx.place
  if (!asked || uId === undefined) throw new AppError(coreErrors.player_required, { field: 'uId' })
  const player = await findPlayer(reach, asked, uId)
  const home = catalogue.serverByKey.get(serverKey(asked.game, asked.platform, player.sId))
  if (!home) throw new AppError(coreErrors.server_not_found, { params: { sId: player.sId } })
  const isOwn = callerHolds(ctx.caller, readPlayer, serverPlace(home))
  if (home !== asked && !isOwn) throw new AppError(coreErrors.scope_forbidden)
  return {
    id: player.uId,
    sId: player.sId,
    name: player.name,
    level: player.level,
    online: player.online,
    channel: player.channel,
    game: home.game,
    partnerCode: home.operator,
    lineId: home.lineId,
  }
}
