import { AppError } from '@qd/contract-kit'
import type { LimitRow } from '@qd/game-contract'
import { askLine, createKeptAnswers } from '@qd/server-kit'
import type { ReachPort } from '@qd/server-kit'

const FRESH_MS = 60_000
/** For one server; the line has others. */
const DEADLINE_MS = 5_000

export interface GameLimits {
  /** As the game has them; throws what `askLine` throws. */
  of(lineId: string): Promise<LimitRow[]>
  /** The same; null while nobody can say. */
  orNull(lineId: string): Promise<LimitRow[] | null>
}

/** What one action may give as the servers of a line say it; the last known ones while all are down. */
export function createGameLimits(reach: ReachPort<'limits'>, now: () => number): GameLimits {
  const kept = createKeptAnswers<LimitRow[]>({ freshMs: FRESH_MS, now })
  const of = (lineId: string) =>
    kept.get(lineId, () =>
      askLine(reach, reach.serversOf(lineId), ({ limits, target }) =>
        limits.list(target, { signal: AbortSignal.timeout(DEADLINE_MS) }),
      ),
    )
  return {
    of,
    async orNull(lineId) {
      try {
        return await of(lineId)
      } catch (error) {
        if (error instanceof AppError) return null
        throw error
      }
    },
  }
}
