import { AppError, coreErrors } from '@qd/contract-kit'
import { wholeAdapter } from '@qd/game-contract/adapter'
import type { GameAdapter } from '@qd/game-contract/adapter'
import type { CatalogueServer, ReachPort, SecretBox } from '@qd/server-kit'
import type { Catalogue, ServerRecord } from './catalogue.ts'
import { openTarget } from './open-target.ts'
import type { ServerHealth } from './server-health.ts'

export interface ReachDeps {
  catalogue(): Catalogue
  adapter: GameAdapter
  secretBox: SecretBox
  health: ServerHealth
}

/** Implements ReachPort over the catalogue. */
export function createReach({ catalogue, adapter, secretBox, health }: ReachDeps): ReachPort {
  const whole = wholeAdapter(adapter)
  return {
    async reach(server: CatalogueServer) {
      const record = catalogue().serverByKey.get(server.key)
      if (!record) throw new AppError(coreErrors.server_not_found, { params: { sId: server.sId } })
      return { ...whole, target: openTarget(record, secretBox) }
    },
    serversOf(lineId) {
      const servers = catalogue().serversByLine.get(lineId) ?? []
      const isKnownStopped = (server: ServerRecord) => health.lastSeen(server) === 'stopped'
      return servers.toSorted((left, right) => Number(isKnownStopped(left)) - Number(isKnownStopped(right)))
    },
  }
}
