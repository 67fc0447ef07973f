import { serve } from '@qd/server-kit'
import type { ServedRoute } from '@qd/server-kit'
import * as contract from '../../../contract/index.ts'
import { askOf, readFrom } from '../server/serve-server.ts'
import type { ServerDeps } from '../server/serve-server.ts'
import { onNodes } from '../server/on-nodes.ts'
import { readCluster } from './read-cluster.ts'
import { readReplication, readSentinels } from './read-replication.ts'
import { readSlots } from './read-slots.ts'

/** Cluster, replicas and sentinels. */
export function serveTopology(deps: ServerDeps): ServedRoute[] {
  return [
    serve(contract.serverCluster, async ({ body }, ctx) =>
      readCluster(await deps.databases.of(ctx, body), askOf(deps, ctx), body.key),
    ),
    serve(contract.serverSlots, async (input, ctx) => {
      const database = await deps.databases.of(ctx, input.body)
      return readFrom(deps, input, ctx, (node) => readSlots(database, node, ctx.signal))
    }),
    serve(contract.serverReplication, async ({ body }, ctx) => {
      const database = await deps.databases.of(ctx, body)
      const ask = askOf(deps, ctx)
      const [nodes, sentinels] = await Promise.all([
        onNodes(database, ask, readReplication),
        readSentinels(database, ask),
      ])
      return { nodes, sentinels }
    }),
  ]
}
