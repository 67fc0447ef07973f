import type { RouteReplyGiven } from '@qd/contract-kit'
import { GameError } from '@qd/game-contract/adapter'
import type { GameClock } from '@qd/game-contract'
import type { serverTime } from '../../contract/index.ts'
import { zoneMinutes } from './zone-minutes.ts'

/** The game's clock in the seconds and minutes the console speaks (S7.20); GameError for a zone nobody knows. */
export function clockReply(clock: GameClock): RouteReplyGiven<typeof serverTime> {
  const zone = zoneMinutes(clock.zone, clock.game)
  if (zone === null) {
    throw new GameError({ kind: 'garbage', msg: `time zone ${JSON.stringify(clock.zone)}` })
  }
  return {
    timestamp: Math.floor(clock.game / 1000),
    real: Math.floor(clock.real / 1000),
    offset: Math.round(clock.offset / 1000),
    zone,
  }
}
