import { AppError, coreErrors } from '@qd/contract-kit'
import { serve } from '@qd/server-kit'
import type { CallContext, ServedRoute } from '@qd/server-kit'
import * as contract from '../contract/index.ts'
import type { AdministrationDeps } from './administration-deps.ts'
import { deletePlace, lookAtDoomed, nameOfDoomed } from './records/delete-place.ts'
import { serverEntry } from './records/entries.ts'
import { exportCatalogue } from './exchange/export-catalogue.ts'
import { importCatalogue } from './exchange/import-catalogue.ts'
import { orderPlaces } from './records/order-places.ts'
import { saveGame } from './records/save-game.ts'
import { findLine, riskOfLine, saveLine } from './records/save-line.ts'
import { saveOperator } from './records/save-operator.ts'
import { endKey, rotateKey } from './records/rotate-key.ts'
import { findServer, riskOfServer, saveServer } from './records/save-server.ts'
import { showTree } from './records/show-tree.ts'
import { switchServers } from './records/switch-servers.ts'
import { testServer } from './test-connection/test-server.ts'

async function listLineServers({ store }: AdministrationDeps, lineId: string) {
  const rows = await store.read
    .selectFrom('game_server')
    .selectAll()
    .where('line_id', '=', lineId)
    .orderBy('position')
    .orderBy('s_id')
    .execute()
  return rows.map(serverEntry)
}

/** The id of the line the kit resolved; a line may also be named by its code. */
function lineIdAt(ctx: CallContext): string {
  const { lineId } = ctx.place
  if (lineId === undefined) throw new AppError(coreErrors.line_required, { field: 'lineId' })
  return lineId
}

/** Calls with which people keep the hierarchy (S1.01, S3.04). */
export function administrationRoutes(deps: AdministrationDeps): ServedRoute[] {
  const { read } = deps.store
  const serverName = async ({ body }: { body: { lineId: string; sId: number } }) =>
    (await findServer(read, body.lineId, body.sId))?.service_name ?? ''
  const lineName = async (lineId: string) => (await findLine(read, lineId))?.name ?? ''
  return [
    serve(contract.catalogueTree, (_input, ctx) => showTree(read, ctx.caller)),
    serve(contract.catalogueServers, (_input, ctx) => listLineServers(deps, lineIdAt(ctx))),
    serve(contract.saveGame, {
      effect: 'store',
      handle: (input, ctx) => saveGame(deps, input, ctx),
    }),
    serve(contract.saveOperator, {
      effect: 'store',
      handle: (input, ctx) => saveOperator(deps, input, ctx),
    }),
    serve(contract.saveLine, {
      effect: 'store',
      raiseRisk: (input) => riskOfLine(deps, input),
      targetName: ({ body }) => lineName(body.lineId),
      handle: (input, ctx) => saveLine(deps, input, ctx),
    }),
    serve(contract.saveServer, {
      effect: 'store',
      raiseRisk: (input) => riskOfServer(deps, input),
      targetName: serverName,
      handle: (input, ctx) => saveServer(deps, input, ctx),
    }),
    serve(contract.rotateKey, {
      effect: 'store',
      targetName: serverName,
      handle: (input, ctx) => rotateKey(deps, input, ctx),
    }),
    serve(contract.endPreviousKey, {
      effect: 'store',
      targetName: serverName,
      handle: (input, ctx) => endKey(deps, input, ctx),
    }),
    serve(contract.switchServers, {
      effect: 'store',
      targetName: ({ body }) => lineName(body.lineId),
      handle: (input, ctx) => switchServers(deps, input, ctx),
    }),
    serve(contract.orderPlaces, {
      effect: 'store',
      handle: (input, ctx) => orderPlaces(deps, input, ctx),
    }),
    serve(contract.deletePlace, {
      effect: 'store',
      beforeGate: (input, ctx) => lookAtDoomed(deps, input, ctx),
      targetName: (input) => nameOfDoomed(deps, input),
      handle: (input, ctx) => deletePlace(deps, input, ctx),
    }),
    serve(contract.testServer, (input, ctx) => testServer(deps, input, ctx)),
    serve(contract.exportCatalogue, (input, ctx) => exportCatalogue(deps, input, ctx)),
    serve(contract.importCatalogue, {
      effect: 'store',
      handle: (input, ctx) => importCatalogue(deps, input, ctx),
    }),
  ]
}
