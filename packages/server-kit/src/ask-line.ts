import { AppError, coreErrors } from '@qd/contract-kit'
import { GAME_CODES } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import type { GameGroupName } from '@qd/game-contract/adapter'
import type { CatalogueServer, ReachPort, ReachedServer } from './ports/index.ts'
import { toAppError } from './upstream-error.ts'

/** Where the next server of the line may still answer. */
const TRY_NEXT = new Set(['down', 'timeout', 'given_up', 'garbage', 'bad_signature', 'clock_skew'])
const HAS_NO_TIME = new Set<number | undefined>([GAME_CODES.busy, GAME_CODES.maintenance])
/** More dead servers than this and the line counts as down. */
const MAX_TRIES = 5

/**
 * Asks a line rather than a server: the first of its servers that answers. Throws the first failure,
 * translated, when none does, and `server_not_found` for a line without servers.
 */
export async function askLine<Name extends GameGroupName, T>(
  reach: ReachPort<Name>,
  servers: readonly CatalogueServer[],
  ask: (reached: ReachedServer<Name>) => Promise<T>,
): Promise<T> {
  let failure: GameError | null = null
  for (const server of servers.slice(0, MAX_TRIES)) {
    try {
      return await ask(await reach.reach(server))
    } catch (error) {
      if (!(error instanceof GameError)) throw error
      failure ??= error
      // What this server's adapter does not offer, that of another may.
      if (!TRY_NEXT.has(error.kind) && !HAS_NO_TIME.has(error.code) && !error.isOurs) break
    }
  }
  throw failure ? toAppError(failure) : new AppError(coreErrors.server_not_found)
}
