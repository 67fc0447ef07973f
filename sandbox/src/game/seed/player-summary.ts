import { uIdOf } from '@qd/game-id'
import { world } from '../../world/world.ts'
import { seededRandom } from '../seeded-random.ts'
import { NOTABLE_PLAYERS } from './notable-players.ts'
import { playerName } from './player-names.ts'

/** What a search needs to know of a player; the rest of the player is made when first read. */
export interface PlayerSummary {
  uId: string
  sequence: number
  name: string
  account: string
  level: number
  channel: string
}

/** The player with this sequence number, always the same one. */
export function seededSummary(platform: number, sId: number, sequence: number): PlayerSummary {
  const uId = uIdOf({ platform, sId, sequence })
  const random = seededRandom(`summary.${uId}`)
  const seeded = {
    channel: random.pick(world.channels).code,
    level: Math.min(100, 1 + Math.floor(random.next() ** 1.6 * 100)),
    name: playerName(random),
  }
  const summary = { ...seeded, ...NOTABLE_PLAYERS.get(uId)?.summary }
  return { uId, sequence, account: `${summary.channel}-${sId}-${sequence}`, ...summary }
}
