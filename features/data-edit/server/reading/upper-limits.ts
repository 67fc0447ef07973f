import { GameError } from '@qd/game-contract/adapter'
import type { CatalogueServer, ReachPort } from '@qd/server-kit'
import type { UpperLimits } from '../data-edit-deps.ts'

const FRESH_MS = 60_000
/** A server that did not answer is asked again soon, but not by each of many rows. */
const RETRY_MS = 5_000
const NONE: ReadonlyMap<number, number> = new Map()

/** Upper limits as the game server lists them, a minute at a time. */
export function createUpperLimits(
  reach: ReachPort<'limits'>,
  nowMs: () => number,
  noteFailure: (server: CatalogueServer, error: GameError) => void,
): UpperLimits {
  const held = new Map<string, { limits: ReadonlyMap<number, number>; until: number }>()
  return {
    async of(server) {
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
    },
  }
}
