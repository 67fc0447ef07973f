import { AppError, coreErrors, z } from '@qd/contract-kit'
import { QD1 } from '@qd/game-frame'
import type { FrameDescriptor } from '@qd/game-frame'
import { serve } from '@qd/server-kit'
import type {
  Caller,
  CataloguePlace,
  CatalogueServer,
  GroupsPort,
  ReachPort,
  ServerFeature,
} from '@qd/server-kit'
import { Accounts } from './gateway/connection/accounts.ts'
import type { GatewayDeps } from './gateway/gateway-deps.ts'
import type { GatewayTables } from './gateway/gateway-tables.ts'
import { accountMigrations } from './gateway/gateway-migrations.ts'
import { keptMigrations } from './gateway/kept/kept-migrations.ts'
import { openMigrations } from './gateway/sharing/open-migrations.ts'
import { recordMigrations } from './records/record-migrations.ts'
import { requestMigrations } from './requests/request-migrations.ts'
import type { RequestTables } from './requests/request-tables.ts'
import { serveRequests } from './requests/serve-requests.ts'
import { withoutKey } from './gateway/link/without-key.ts'
import { createGateway } from './gateway/create-gateway.ts'
import type { RecordTarget } from './records/record-target.ts'
import type { Store } from '@qd/store'
import * as contract from '../contract/index.ts'
import { definitionCleanUps } from './definitions/sweep-definitions.ts'
import { keepDefinition } from './definitions/keep-definition.ts'
import type { DefinitionsDeps } from './definitions/definitions-deps.ts'
import { findVersion } from './definitions/read-versions.ts'
import { definitionRoutes } from './definitions/routes.ts'
import type { DefinitionTables } from './definitions/tables.ts'
import { downloadProtoZip } from './download-proto.ts'
import { showDefinition } from './show-definition.ts'
import { signEnterHash } from './sign-enter-hash.ts'

export { Accounts } from './gateway/connection/accounts.ts'
export { openStream } from './gateway/link/open-stream.ts'
export { readRecord } from './records/read-record.ts'
export type { RecordParts } from './records/read-record.ts'
export type { OpenAddress } from './records/record-way.ts'
export type { GatewayTables } from './gateway/gateway-tables.ts'
export type { RecordTarget } from './records/record-target.ts'
export type { RecordTables } from './records/record-tables.ts'

/** Texts of its errors, for who reads a record before the console runs. */
export const simulatorTexts = new URL('../contract/locales/', import.meta.url)

export const simulatorMigrations = [
  ...accountMigrations,
  ...recordMigrations,
  ...requestMigrations,
  ...keptMigrations,
  ...openMigrations,
]
export { definitionMigrations } from './definitions/migrations.ts'

export interface SimulatorDeps {
  store: Store<DefinitionTables & GatewayTables & RequestTables>
  reach: ReachPort<'proto' | 'players'>
  /** With whom saved requests are shared. */
  groups: GroupsPort
  /** Frame layout at a place as the catalogue has it; null for none. */
  codecOf(caller: Caller, place: CataloguePlace): unknown
  /** Address of the console's own gateway. */
  ws: string
  now?(): number
  /** What connections to games need; none in tests of the rest. */
  gateway?: Omit<GatewayDeps, 'keepDefinition' | 'findDefinition'>
}

const withHeartbeat = z.object({ heartbeat: contract.heartbeat })

function serverOf(place: CataloguePlace): CatalogueServer {
  if (!place.server) throw new AppError(coreErrors.server_required, { field: 'sId' })
  return place.server
}

export interface SimulatorFeature extends ServerFeature {
  /** A record of a line, for features that play its clients. */
  recordTarget(caller: Caller, place: CataloguePlace, idOrName: string): Promise<RecordTarget>
}

/** What the client simulator needs of the server: definitions, frame layout and Enter hashes. */
export function createSimulatorFeature(given: SimulatorDeps): SimulatorFeature {
  const { store, reach, codecOf, ws, now = Date.now, gateway } = given
  const { onFault = () => undefined } = gateway ?? {}
  const definitions: DefinitionsDeps = { store, reach, nowMs: now, onFault, noted: new Map() }
  const keep: GatewayDeps['keepDefinition'] = (...of) => keepDefinition(definitions, ...of)
  const findDefinition = (hash: string) => findVersion(definitions, hash)
  const made =
    gateway === undefined ? null : createGateway({ ...gateway, keepDefinition: keep, findDefinition })
  const { recordTarget, ...games }: Partial<ReturnType<typeof createGateway>> = made ?? {}
  return {
    ...games,
    recordTarget(...of) {
      if (recordTarget === undefined) throw new Error('this simulator speaks to no games')
      return recordTarget(...of)
    },
    name: 'simulator',
    texts: simulatorTexts,
    routes: [
      ...(games.routes ?? []),
      serve(contract.protoDefinition, (_input, ctx) => {
        return showDefinition(definitions, serverOf(ctx.place), ctx)
      }),
      serve(contract.downloadProto, (_input, ctx) => downloadProtoZip(definitions, ctx)),
      ...definitionRoutes(definitions),
      ...serveRequests({ store: store.as(), groups: given.groups, nowMs: now }),
      serve(contract.wstoolConfig, (_input, ctx) => {
        const codec = codecOf(ctx.caller, ctx.place) ?? QD1
        const beat = z.safeParse(withHeartbeat, codec)
        return {
          codec: withoutKey(codec as FrameDescriptor),
          heartbeat: beat.success ? beat.data.heartbeat : null,
          project: 'wstool' as const,
          protocol: 'protobuf' as const,
          ws,
        }
      }),
      serve(contract.enterHash, (input, ctx) => {
        const accounts = new Accounts(store.as())
        return signEnterHash({ reach, accounts, now }, serverOf(ctx.place), input, ctx)
      }),
    ],
    cleanUps: [...(games.cleanUps ?? []), ...definitionCleanUps(definitions)],
  }
}
