import { AppError, coreErrors } from '@qd/contract-kit'
import { parseUId } from '@qd/game-id'
import { fromGame } from '@qd/server-kit'
import type { CallingServer, UseCaseDeps } from '../codes-deps.ts'

const DEADLINE_MS = 3_000

/** The one form of a uId: games may send it with zeros in front, and would be counted as another player. */
export function plainUId(uId: string): string {
  const parsed = parseUId(uId)
  return parsed.ok ? parsed.uId : uId
}

type HereDeps = Pick<UseCaseDeps, 'reach' | 'catalogue' | 'basesOf'>

async function askGame(deps: HereDeps, server: CallingServer, uId: string): Promise<boolean | null> {
  const record = deps.catalogue().serverByKey.get(server.key)
  if (record === undefined) return null
  const { players, target } = await deps.reach.reach(record)
  const asked = { by: 'uId', value: uId, exact: true, limit: 1 } as const
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const rows = await fromGame(players.lookup(target, asked, { signal }))
    return rows.some((row) => plainUId(row.uId) === uId && row.sId === server.sId)
  } catch (error) {
    if (error instanceof AppError && error.def === coreErrors.capability_missing) return null
    throw error
  }
}

/**
 * Whether a server may redeem for a player: one whose number names it, or, of players who moved or were merged, one that its
 * own game knows there. A number that names no server says nothing against anybody.
 */
export async function isPlayerHere(deps: HereDeps, server: CallingServer, uId: string): Promise<boolean> {
  const parsed = parseUId(uId, deps.basesOf(server.game))
  if (!parsed.ok || parsed.platform === 0 || parsed.sId === 0) return true
  const own = `${server.game}:${parsed.platform}:${parsed.sId}`
  if (own === server.key) return true
  const known = await askGame(deps, server, uId)
  // Where the game offers no look-up, a server that is gone from the catalogue may have been merged into this one.
  return known ?? !deps.catalogue().serverByKey.has(own)
}
