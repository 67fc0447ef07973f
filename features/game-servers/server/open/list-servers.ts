import type { CallContext } from '@qd/server-kit'
import type { ListedServer } from '@qd/game-contract/open'
import type { UseCaseDeps } from '../game-servers-deps.ts'
import { readLive, stateOf } from '../live/show-states.ts'
import type { LiveRow } from '../tables.ts'

function listedState(row: LiveRow | undefined): ListedServer['state'] {
  const isSilent = row !== undefined && row.silent_since !== null
  return isSilent ? 'silent' : (stateOf(row) ?? 'unknown')
}

/**
 * The servers of the caller's game, platform and environment, as a client lists them: the key of a test server tells
 * nothing of production.
 */
export async function listServers(deps: UseCaseDeps, ctx: CallContext): Promise<ListedServer[]> {
  const { game, platform, environment: own } = ctx.game.server
  const live = await readLive(deps)
  const { servers, lineById } = deps.catalogue.current()
  return servers
    .filter((server) => server.game === game && server.platform === platform && server.environment === own)
    .map(({ key, sId, serviceName, lineId, environment, labels, openedAt, connection }) => ({
      sId,
      name: serviceName,
      line: lineById.get(lineId)?.lineCode ?? lineId,
      environment,
      state: listedState(live.get(key)),
      tags: [...labels],
      openAt: openedAt,
      address: connection.ws,
    }))
}
