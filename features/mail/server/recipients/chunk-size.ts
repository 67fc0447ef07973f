import { GameError } from '@qd/game-contract/adapter'
import type { CatalogueServer } from '@qd/server-kit'
import type { UseCaseDeps } from '../mail-deps.ts'
import { eachOf } from '../servers.ts'

/** Players of one call: larger ones take long and say little earlier. */
const MOST = 1_000
/** Of a server that cannot be asked now. */
const USUAL = 500
const ASKED_AT_ONCE = 8

/** How many players one call of each server takes. */
export async function chunkSizes(
  { reach }: Pick<UseCaseDeps, 'reach'>,
  servers: readonly CatalogueServer[],
): Promise<(server: CatalogueServer) => number> {
  const sizes = new Map<string, number>()
  await eachOf(servers, ASKED_AT_ONCE, async (server) => {
    try {
      const reached = await reach.reach(server)
      const { limits } = await reached.meta(reached.target)
      sizes.set(server.key, Math.min(limits.maxBatch, MOST))
    } catch (error) {
      if (!(error instanceof GameError)) throw error
    }
  })
  return ({ key }) => sizes.get(key) ?? USUAL
}
