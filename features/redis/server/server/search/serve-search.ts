import { AppError } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import { serve } from '@qd/server-kit'
import type { CallContext, ServedRoute } from '@qd/server-kit'
import * as contract from '../../../contract/index.ts'
import { redisErrors } from '../../../contract/index.ts'
import { bufferOf } from '../../bytes.ts'
import type { Arg, Reply } from '../../link/redis-link.ts'
import type { ScanBudgets } from '../../scan/scan-budget.ts'
import { onNodes, nodeOf } from '../server/on-nodes.ts'
import { textOf } from '../server/replies.ts'
import { askOf } from '../server/serve-server.ts'
import type { ServerDeps } from '../server/serve-server.ts'
import { foundIn } from './found-documents.ts'
import { isUnknownIndex, readIndexes } from './read-indexes.ts'

/** Old modules list no indexes: keys are looked through for them. */
export type SearchDeps = ServerDeps & { readonly budgets: ScanBudgets }

/** The server gives a search up before the console gives up waiting for it. */
const SEARCH_MS = 3_000

/** What the module says of a query belongs to what was typed. */
function atField(error: unknown): unknown {
  if (!(error instanceof AppError) || error.def.code !== redisErrors.redis_refused.code) return error
  const field = isUnknownIndex(error) ? 'index' : 'query'
  return new AppError(error.def, { params: error.params, field, cause: error })
}

type Asked = RouteInput<typeof contract.searchExplain>

async function ask(
  deps: ServerDeps,
  { body }: Asked,
  ctx: CallContext,
  args: readonly Arg[],
): Promise<{ reply: Reply; ms: number }> {
  const database = await deps.databases.of(ctx, body)
  const startedMs = performance.now()
  try {
    const reply = await nodeOf(database, body.node, askOf(deps, ctx)).ask(...args)
    return { reply, ms: Math.round((performance.now() - startedMs) * 100) / 100 }
  } catch (error) {
    throw atField(error)
  }
}

function searchArgs({ body }: RouteInput<typeof contract.searchQuery>): Arg[] {
  const { index, query, offset, limit, fields, sortBy } = body
  const content = fields?.length === 0 ? ['NOCONTENT'] : []
  const chosen =
    fields === null || fields.length === 0 ? [] : ['RETURN', String(fields.length), ...fields.map(bufferOf)]
  const order =
    sortBy === undefined ? [] : ['SORTBY', bufferOf(sortBy.field), sortBy.isDescending ? 'DESC' : 'ASC']
  return [
    'FT.SEARCH',
    bufferOf(index),
    query,
    ...content,
    ...chosen,
    ...order,
    'LIMIT',
    String(offset),
    String(limit),
    'TIMEOUT',
    String(SEARCH_MS),
  ]
}

/** Indexes of RediSearch, and what they find. */
export function serveSearch(deps: SearchDeps): ServedRoute[] {
  return [
    serve(contract.searchIndexes, async ({ body }, ctx) => {
      const database = await deps.databases.of(ctx, body)
      // Who may not see all keys, and a server without the module, is refused before anything is scanned for.
      await database.check(['FT.INFO', ''], { isServerPage: true })
      const asking = askOf(deps, ctx)
      const at = { database, budgets: deps.budgets, signal: ctx.signal }
      return { nodes: await onNodes(database, asking, (node) => readIndexes(at, node, asking)) }
    }),
    serve(contract.searchQuery, async (input, ctx) => {
      const { reply, ms } = await ask(deps, input, ctx, searchArgs(input))
      return { ...foundIn(reply), ms }
    }),
    serve(contract.searchExplain, async (input, ctx) => {
      const { index, query } = input.body
      const { reply, ms } = await ask(deps, input, ctx, ['FT.EXPLAIN', bufferOf(index), query])
      return { plan: textOf(reply), ms }
    }),
  ]
}
