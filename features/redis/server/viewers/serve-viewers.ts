import { serve } from '@qd/server-kit'
import type { ServedRoute } from '@qd/server-kit'
import * as contract from '../../contract/index.ts'
import type { Databases } from '../guard/databases.ts'
import { decodersOf, readModule, removeModule, saveModule } from './decoders.ts'
import { layoutsOf, removeRecords, saveRecords } from './layouts.ts'
import { listFor, mayEditAll, remove, save } from './viewers.ts'
import type { ViewersDeps } from './viewers.ts'

const effect = 'store' as const

/** The calls of viewers bound to patterns of keys, of own decoders, and of layouts of records. */
export function serveViewers(deps: ViewersDeps & { databases: Databases }): ServedRoute[] {
  return [
    serve(contract.listViewers, async ({ body }, ctx) => {
      const { caller, place } = ctx
      const database = await deps.databases.of({ caller, place }, body)
      return {
        list: await listFor(deps, database),
        decoders: await decodersOf(deps, body.lineId),
        layouts: await layoutsOf(deps, body.lineId),
        mayEdit: mayEditAll(caller, place),
        mayManage: ctx.holds(contract.manageRedisConnections),
      }
    }),
    serve(contract.saveViewer, {
      effect,
      handle: async ({ body }, ctx) => ({ viewer: await save(deps, body, ctx) }),
    }),
    serve(contract.deleteViewer, {
      effect,
      handle: async ({ body }, ctx) => {
        await remove(deps, body, ctx)
        return {}
      },
    }),
    serve(contract.saveLayout, {
      effect,
      handle: async ({ body }, ctx) => ({ layout: await saveRecords(deps, body, ctx) }),
    }),
    serve(contract.deleteLayout, {
      effect,
      handle: async ({ body }, ctx) => {
        await removeRecords(deps, body, ctx)
        return {}
      },
    }),
    serve(contract.readDecoder, ({ body }) => readModule(deps, body)),
    serve(contract.saveDecoder, {
      effect,
      handle: async ({ body }, ctx) => ({ decoder: await saveModule(deps, body, ctx) }),
    }),
    serve(contract.deleteDecoder, {
      effect,
      handle: async ({ body }, ctx) => {
        await removeModule(deps, body, ctx)
        return {}
      },
    }),
  ]
}
