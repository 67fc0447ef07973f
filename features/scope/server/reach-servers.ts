import { AppError, coreErrors } from '@qd/contract-kit'
import type { CatalogueServer, ReachPort, SecretBox } from '@qd/server-kit'
import type { Adapters } from './adapters.ts'
import type { Catalogue, ServerRecord } from './catalogue.ts'
import { openTarget } from './open-target.ts'
import type { ServerHealth } from './server-health.ts'

export interface ReachDeps {
  catalogue(): Catalogue
  adapters: Pick<Adapters, 'of'>
  secretBox: SecretBox
  health: ServerHealth
}

/** Implements ReachPort over the catalogue. */
export function createReach({ catalogue, adapters, secretBox, health }: ReachDeps): ReachPort {
  return {
    async reach(server: CatalogueServer) {
      const record = catalogue().serverByKey.get(server.key)
      if (!record) throw new AppError(coreErrors.server_not_found, { params: { sId: server.sId } })
      return { ...adapters.of(record.connection.adapter), target: openTarget(record, secretBox) }
    },
    serversOf(lineId) {
      const servers = catalogue().serversByLine.get(lineId) ?? []
      const isKnownStopped = (server: ServerRecord) => health.lastSeen(server) === 'stopped'
      return servers.toSorted((left, right) => Number(isKnownStopped(left)) - Number(isKnownStopped(right)))
    },
  }
}
