import type { RequestStanding } from '@qd/contract-kit'
import type { RouteInput, RouteReply } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { containsFolded } from '@qd/store'
import type { ExpressionBuilder } from 'kysely'
import type { batchList, BatchState, redemptionList, RedemptionView } from '../../contract/index.ts'
import type { CodeTables, RedemptionRow } from '../code-tables.ts'
import type { UseCaseDeps } from '../codes-deps.ts'
import { stoppedOf } from './batch-standing.ts'
import type { Stopped } from './batch-standing.ts'
import { findBatch } from './find-batch.ts'
import { viewOfBatch } from './show-batch.ts'

const PAGE = 50

/** Batches of a line that are not made any more, though nobody has taken note of it. */
async function stoppedOfLine(deps: UseCaseDeps, lineId: string): Promise<Stopped> {
  const making = await deps.store.read
    .selectFrom('code_batch')
    .selectAll()
    .where('line_id', '=', lineId)
    .where('state', '=', 'generating')
    .execute()
  return stoppedOf(deps, making)
}

/** The rows that people see in a state. */
function inState(state: BatchState, stopped: Stopped) {
  const gone = [...stopped]
  return (eb: ExpressionBuilder<CodeTables, 'code_batch'>) => {
    const is = (each: BatchState) => eb('state', '=', each)
    const asked = (...states: readonly RequestStanding['state'][]) => eb('request_state', 'in', states)
    if (state === 'pending') return eb.and([is('draft'), asked('pending')])
    if (state === 'approved') return eb.and([is('draft'), asked('approved', 'executing')])
    if (state === 'draft') {
      const isOpen = eb.and([eb('request_state', 'is not', null), asked('pending', 'approved', 'executing')])
      return eb.and([is('draft'), eb.not(isOpen)])
    }
    if (gone.length === 0) return is(state)
    if (state === 'paused') return eb.or([is('paused'), eb('id', 'in', gone)])
    return state === 'generating' ? eb.and([is(state), eb('id', 'not in', gone)]) : is(state)
  }
}

export async function listBatches(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof batchList>,
  { place }: CallContext,
): Promise<RouteReply<typeof batchList>> {
  const { state, search = '', before, limit = PAGE } = body
  const lineId = place.lineId ?? ''
  const stopped = await stoppedOfLine(deps, lineId)
  let query = deps.store.read
    .selectFrom('code_batch')
    .selectAll()
    .where('line_id', '=', lineId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (state !== undefined) query = query.where(inState(state, stopped))
  if (before !== undefined) query = query.where('id', '<', before)
  const wanted = search.trim()
  if (/^\d{1,9}$/.test(wanted)) query = query.where('number', '=', Number(wanted))
  else if (wanted !== '') query = query.where(containsFolded('name_search', wanted))
  const rows = await query.execute()
  const list = rows.slice(0, limit)
  const next = rows.length > limit ? (list.at(-1)?.id ?? null) : null
  return { list: list.map((row) => viewOfBatch(row, stopped)), next }
}

export function viewOfRedemption({ catalogue }: UseCaseDeps, row: RedemptionRow): RedemptionView {
  return {
    id: row.id,
    state: row.state,
    last4: row.last4,
    uId: row.u_id,
    roleId: row.role_id,
    sId: row.s_id,
    serverName: catalogue().serverByKey.get(row.server_key)?.serviceName ?? row.server_key,
    channel: row.channel,
    at: row.at,
    settledAt: row.settled_at,
  }
}

export async function listRedemptions(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof redemptionList>,
  { place }: CallContext,
): Promise<RouteReply<typeof redemptionList>> {
  const { uId, before, limit = PAGE } = body
  const { number } = await findBatch(deps.store.read, place, body.batchId)
  let query = deps.store.read
    .selectFrom('code_redemption')
    .selectAll()
    .where('batch', '=', number)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (uId !== undefined && uId !== '') query = query.where('u_id', '=', uId)
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query.execute()
  const list = rows.slice(0, limit)
  return {
    list: list.map((row) => viewOfRedemption(deps, row)),
    next: rows.length > limit ? (list.at(-1)?.id ?? null) : null,
  }
}
