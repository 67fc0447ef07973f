import { AppError, coreErrors } from '@qd/contract-kit'
import type { Adapters, CataloguePort, CatalogueServer, ReachPort, ServerRecord } from '@qd/server-kit'
import type { ServerHealth } from './server-health.ts'

export interface ReachDeps {
  catalogue: CataloguePort
  adapters: Pick<Adapters, 'of'>
  health: ServerHealth
}

/** Implements ReachPort over the catalogue. */
export function createReach({ catalogue, adapters, health }: ReachDeps): ReachPort {
  return {
    async reach(server: CatalogueServer) {
      const record = catalogue.current().serverByKey.get(server.key)
      if (!record) throw new AppError(coreErrors.server_not_found, { params: { sId: server.sId } })
      return { ...adapters.of(record.adapter), target: catalogue.targetOf(record) }
    },
    serversOf(lineId) {
      const servers = catalogue.current().serversByLine.get(lineId) ?? []
      const isKnownStopped = (server: ServerRecord) => health.lastSeen(server) === 'stopped'
      return servers.toSorted((left, right) => Number(isKnownStopped(left)) - Number(isKnownStopped(right)))
    },
  }
}
