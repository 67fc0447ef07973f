import type { RouteReplyGiven } from '@qd/contract-kit'
import { GameError } from '@qd/game-contract/adapter'
import { zoneMinutes } from '@qd/i18n'
import { inBackground } from '@qd/server-kit'
import type { ReachPort, ServerRecord } from '@qd/server-kit'
import type { GameClock } from '@qd/game-contract'
import type { serverTime } from '../../contract/index.ts'

/** The game's clock in the seconds and minutes the console speaks (S7.20); GameError for a zone nobody knows. */
function clockReply(clock: GameClock): RouteReplyGiven<typeof serverTime> {
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

/** A page asks every 10 s, and once more 3 s after a failure: so a silent server is known within 15 s of its last answer. */
const CLOCK_DEADLINE_MS = 900

/** Asks a server for its clock; GameError when it does not answer soon. */
export async function readClock(
  reach: ReachPort<'time'>,
  server: ServerRecord,
  callerLeft: AbortSignal,
): Promise<RouteReplyGiven<typeof serverTime>> {
  const { time, target } = await reach.reach(server)
  const signal = AbortSignal.any([callerLeft, AbortSignal.timeout(CLOCK_DEADLINE_MS)])
  // Every open page asks again and again: no clock may take the place of what somebody waits for.
  return clockReply(await inBackground(() => time.read(target, { signal })))
}
