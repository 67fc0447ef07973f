import { join } from 'node:path'
import type { Caller, CataloguePlace, ServerFeature } from '@qd/server-kit'
import { simulatorAsPlayer } from '../../contract/index.ts'
import { Addresses } from '../records/addresses.ts'
import { Records } from '../records/records.ts'
import { recordTarget } from '../records/record-target.ts'
import type { RecordTarget } from '../records/record-target.ts'
import { serveRecords } from '../records/serve-records.ts'
import { Connections } from './connections.ts'
import type { GatewayDeps } from './gateway-deps.ts'
import { KeptFiles } from './kept/kept-files.ts'
import { KeptTimelines } from './kept/kept-timelines.ts'
import { serveKept } from './kept/serve-kept.ts'
import { OtherNodes } from './sharing/other-nodes.ts'
import { serveConnection } from './serve-connection.ts'

const HOUR_MS = 3_600_000

interface Gateway extends Required<
  Pick<ServerFeature, 'routes' | 'channels' | 'permissions' | 'cleanUps' | 'stop'>
> {
  recordTarget(caller: Caller, place: CataloguePlace, idOrName: string): Promise<RecordTarget>
}

/** The part of the simulator that speaks to games. */
export function createGateway(deps: GatewayDeps): Gateway {
  const connections = new Connections(deps)
  const { folder, freeBytes } = deps
  const files = new KeptFiles(join(folder, 'kept'), freeBytes)
  const { findDefinition } = deps
  const { shares } = connections
  const kept = new KeptTimelines({ store: deps.store.as(), files, shares, findDefinition })
  const otherNodes = new OtherNodes({
    store: deps.store.as(),
    here: () => connections.openAccounts(),
    onChange: () => connections.all().forEach(({ uId, feed }) => (uId === '' ? undefined : feed.state())),
    onFault: deps.onFault,
  })
  connections.namesElsewhere = (account) => otherNodes.namesOf(account)
  connections.onSharing = () => otherNodes.changed()
  const records = new Records(deps.store.as())
  const addresses = new Addresses(deps.store.as())
  return {
    routes: [...serveRecords(records, addresses), ...serveKept(kept)],
    channels: [serveConnection({ ...deps, connections, records, addresses, kept })],
    permissions: [simulatorAsPlayer],
    cleanUps: [
      { name: 'simulator.timelines', everyMs: HOUR_MS, run: () => connections.sweep() },
      { name: 'simulator.open', everyMs: HOUR_MS, run: () => otherNodes.sweep() },
      { name: 'simulator.kept', everyMs: HOUR_MS, run: () => kept.sweep() },
    ],
    async stop() {
      await connections.stop()
      await otherNodes.stop()
    },
    recordTarget: (...of) => recordTarget({ records, addresses }, ...of),
  }
}
