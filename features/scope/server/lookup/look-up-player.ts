import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteReplyGiven } from '@qd/contract-kit'
import { GAME_CODES } from '@qd/game-contract'
import type { PlayerRow } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import { serverIdOf } from '@qd/game-id'
import { callerHolds, serverKey, toAppError } from '@qd/server-kit'
import type { CallContext, Caller, Catalogue, ReachPort, ServerRecord } from '@qd/server-kit'
import { readPlayer, scopeErrors } from '../../contract/index.ts'
import type { lookup } from '../../contract/index.ts'
import type { Home } from './note-home.ts'
import type { GameBases } from '../target/game-bases.ts'
import { serverPlace } from '../target/places.ts'

interface LookupDeps {
  catalogue: Catalogue
  reach: ReachPort<'players'>
  bases: GameBases
  noteHome(home: Home): Promise<void>
}

async function findPlayer(
  reach: ReachPort<'players'>,
  server: ServerRecord,
  uId: string,
): Promise<PlayerRow | null> {
  const { players, target } = await reach.reach(server)
  try {
    const rows = await players.lookup(target, { by: 'uId', value: uId, exact: true, limit: 1 })
    return rows.find((row) => row.uId === uId) ?? null
  } catch (error) {
    if (!(error instanceof GameError)) throw error
    if (error.kind !== 'refused' || error.code !== GAME_CODES.unknownPlayer) throw toAppError(error)
    return null
  }
}

/** Where else to look for a player who is not where they were found last: on the server their uId names. */
function namedServer({ catalogue, bases }: LookupDeps, asked: ServerRecord, uId: string, caller: Caller) {
  const sId = serverIdOf(uId, bases.of(asked.game)) ?? asked.sId
  const named = catalogue.serverByKey.get(serverKey(asked.game, asked.platform, sId))
  const mayLook =
    named !== undefined && named !== asked && callerHolds(caller, readPlayer, serverPlace(named))
  return mayLook ? named : null
}

/**
 * Finds a player where they were found last, else on the server their uId names. After a merge it may be another
 * one: the game's word wins over arithmetic, is remembered for every call about them, and the caller needs the same
 * permission there (S7.20, S9.05).
 */
export async function lookUpPlayer(
  deps: LookupDeps,
  ctx: Pick<CallContext, 'caller' | 'place'>,
): Promise<RouteReplyGiven<typeof lookup>> {
  const { catalogue, reach, bases } = deps
  const asked = catalogue.serverByKey.get(ctx.place.server?.key ?? '')
  const { uId } = ctx.place
  if (!asked || uId === undefined) throw new AppError(coreErrors.player_required, { field: 'uId' })
  const named = namedServer(deps, asked, uId, ctx.caller)
  const player =
    (await findPlayer(reach, asked, uId)) ?? (named === null ? null : await findPlayer(reach, named, uId))
  if (!player) throw new AppError(scopeErrors.player_not_found, { field: 'uId', params: { uId } })
  const home = catalogue.serverByKey.get(serverKey(asked.game, asked.platform, player.sId))
  if (!home) throw new AppError(coreErrors.server_not_found, { params: { sId: player.sId } })
  const numberedSId = serverIdOf(uId, bases.of(home.game)) ?? home.sId
  const isMoved = home.sId !== numberedSId
  await deps.noteHome({ game: home.game, platform: home.platform, uId, sId: home.sId, isMoved })
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
    ...(isMoved ? { movedFrom: numberedSId } : {}),
  }
}
