import { GameError } from '@qd/game-contract/adapter'
import type { CatalogueServer, LimitsPort, ReachPort } from '@qd/server-kit'
import type { UpperLimits } from '../data-edit-deps.ts'

const FRESH_MS = 60_000
/** A server that did not answer is asked again soon, but not by each of many rows. */
const RETRY_MS = 5_000
const NONE: ReadonlyMap<number, number> = new Map()

interface UpperLimitsDeps {
  reach: ReachPort<'limits'>
  /** The console's own ones; none without. */
  own: Pick<LimitsPort, 'ofAction'> | undefined
  nowMs: () => number
  noteFailure: (server: CatalogueServer, error: GameError) => void
}

/** The lower of two limits of each item. */
function lower(ofGame: ReadonlyMap<number, number>, own: ReadonlyMap<string, bigint>) {
  if (own.size === 0) return ofGame
  const lowest = new Map(ofGame)
  for (const [number, quantity] of own) {
    const limit = lowest.get(Number(number)) ?? Infinity
    if (Number(quantity) < limit) lowest.set(Number(number), Number(quantity))
  }
  return lowest
}

/** Upper limits as the game server lists them, a minute at a time, and the console's own; the lower binds. */
export function createUpperLimits({ reach, own, nowMs, noteFailure }: UpperLimitsDeps): UpperLimits {
  const held = new Map<string, { limits: ReadonlyMap<number, number>; until: number }>()

  async function ofGame(server: CatalogueServer): Promise<ReadonlyMap<number, number>> {
    const known = held.get(server.key)
    if (known !== undefined && known.until > nowMs()) return known.limits
    const reached = await reach.reach(server)
    let limits = known?.limits ?? NONE
    let until = nowMs() + FRESH_MS
    try {
      const rows = await reached.limits.list(reached.target)
      limits = new Map(rows.map(({ number, quantity }) => [number, quantity]))
    } catch (error) {
      // The game checks its limits itself; ours only spare the operator a round trip.
      if (!(error instanceof GameError)) throw error
      noteFailure(server, error)
      until = nowMs() + RETRY_MS
    }
    held.set(server.key, { limits, until })
    return limits
  }

  return {
    async of(server) {
      const limits = await ofGame(server)
      return own === undefined ? limits : lower(limits, await own.ofAction(server.lineId))
    },
  }
}
