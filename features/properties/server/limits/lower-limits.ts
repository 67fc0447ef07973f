import type { RouteReplyGiven } from '@qd/contract-kit'
import type { Store } from '@qd/store'
import type { upperLimitList } from '../../contract/index.ts'
import type { PropertiesTables } from '../tables.ts'
import type { GameLimits } from './game-limits.ts'
import { limitsOfLine } from './limit-records.ts'

/** What one action may give of each item: the lower of what the game and the console say. */
export async function lowerLimits(
  { store, gameLimits }: { store: Store<PropertiesTables>; gameLimits: GameLimits },
  lineId: string,
): Promise<RouteReplyGiven<typeof upperLimitList>> {
  const ofGame = await gameLimits.of(lineId)
  const own = (await limitsOfLine(store.read, lineId)).filter(({ kind }) => kind === 'action')
  const lowest = new Map(ofGame.map(({ number, quantity }) => [String(number), BigInt(quantity)]))
  for (const { number, quantity } of own) {
    const limit = lowest.get(number)
    if (limit === undefined || BigInt(quantity) < limit) lowest.set(number, BigInt(quantity))
  }
  return [...lowest].map(([number, quantity]) => ({ number, quantity: String(quantity) }))
}
