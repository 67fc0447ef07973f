import type { RouteReplyGiven } from '@qd/contract-kit'
import type { LimitsPort } from '@qd/server-kit'
import type { upperLimitList } from '../../contract/index.ts'
import type { GameLimits } from './game-limits.ts'

/** What one action may give of each item: the lower of what the game and the console say. */
export async function lowerLimits(
  { limits, gameLimits }: { limits: LimitsPort; gameLimits: GameLimits },
  lineId: string,
): Promise<RouteReplyGiven<typeof upperLimitList>> {
  const ofGame = await gameLimits.of(lineId)
  const lowest = new Map(ofGame.map(({ number, quantity }) => [String(number), BigInt(quantity)]))
  for (const [number, quantity] of await limits.ofAction(lineId)) {
    const limit = lowest.get(number)
    if (limit === undefined || quantity < limit) lowest.set(number, quantity)
  }
  return [...lowest].map(([number, quantity]) => ({ number, quantity: String(quantity) }))
}
