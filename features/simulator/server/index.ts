import { AppError, coreErrors, z } from '@qd/contract-kit'
import { QD1 } from '@qd/game-frame'
import { serve } from '@qd/server-kit'
import type { Caller, CataloguePlace, CatalogueServer, ReachPort, ServerFeature } from '@qd/server-kit'
import * as contract from '../contract/index.ts'
import { downloadProtoZip } from './download-proto.ts'
import { showDefinition } from './show-definition.ts'
import { signEnterHash } from './sign-enter-hash.ts'

export interface SimulatorDeps {
  reach: ReachPort<'proto'>
  /** Frame layout at a place as the catalogue has it; null for none. */
  codecOf(caller: Caller, place: CataloguePlace): unknown
  /** Address of the console's own gateway. */
  ws: string
  now?(): number
}

const withHeartbeat = z.object({ heartbeat: contract.heartbeat })

function serverOf(place: CataloguePlace): CatalogueServer {
  if (!place.server) throw new AppError(coreErrors.server_required, { field: 'sId' })
  return place.server
}

/** What the client simulator needs of the server: definitions, frame layout and Enter hashes. */
export function createSimulatorFeature({ reach, codecOf, ws, now = Date.now }: SimulatorDeps): ServerFeature {
  return {
    name: 'simulator',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [
      serve(contract.protoDefinition, (_input, ctx) => {
        return showDefinition(reach, serverOf(ctx.place), ctx.signal)
      }),
      serve(contract.downloadProto, (_input, ctx) => downloadProtoZip(reach, ctx)),
      serve(contract.wstoolConfig, (_input, ctx) => {
        const codec = codecOf(ctx.caller, ctx.place) ?? QD1
        const beat = z.safeParse(withHeartbeat, codec)
        return {
          codec,
          heartbeat: beat.success ? beat.data.heartbeat : null,
          project: 'wstool' as const,
          protocol: 'protobuf' as const,
          ws,
        }
      }),
      serve(contract.enterHash, (input, ctx) => signEnterHash({ reach, now }, serverOf(ctx.place), input)),
    ],
  }
}
