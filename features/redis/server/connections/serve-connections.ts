import { serve } from '@qd/server-kit'
import type { ServedRoute } from '@qd/server-kit'
import * as contract from '../../contract/index.ts'
import type { Connections } from './connections.ts'
import { exportConnections } from './exchange/export-connections.ts'
import { importConnections } from './exchange/import-connections.ts'
import type { ExchangeDeps } from './exchange/import-connections.ts'

const effect = 'store' as const

/** The calls of connections: the list, its changes, and files of it. */
export function serveConnections(connections: Connections, exchange: ExchangeDeps): ServedRoute[] {
  return [
    serve(contract.listConnections, ({ query }, ctx) => connections.list(ctx.caller, query)),
    serve(contract.saveConnection, {
      effect,
      handle: async ({ body }, ctx) => ({ connection: await connections.save(body, ctx) }),
    }),
    serve(contract.deleteConnection, {
      effect,
      handle: async ({ body }, ctx) => {
        await connections.delete(body, ctx)
        return {}
      },
    }),
    serve(contract.orderConnections, {
      effect,
      handle: async ({ body }, ctx) => {
        await connections.order(body, ctx)
        return {}
      },
    }),
    // What leaves as a file leaves a row.
    serve(contract.exportConnections, (input, ctx) => exportConnections(exchange, input, ctx)),
    serve(contract.importConnections, {
      effect,
      handle: (input, ctx) => importConnections(exchange, input, ctx),
    }),
  ]
}
