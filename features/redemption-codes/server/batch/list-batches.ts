import type { RouteInput, RouteReply } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { containsFolded } from '@qd/store'
import type { batchList, redemptionList, RedemptionView } from '../../contract/index.ts'
import type { RedemptionRow } from '../code-tables.ts'
import type { UseCaseDeps } from '../codes-deps.ts'
import { findBatch } from './find-batch.ts'
import { viewOfBatch } from './show-batch.ts'

const PAGE = 50

export async function listBatches(
  { store }: UseCaseDeps,
  { body }: RouteInput<typeof batchList>,
  { place }: CallContext,
): Promise<RouteReply<typeof batchList>> {
  const { state, search = '', before, limit = PAGE } = body
  let query = store.read
    .selectFrom('code_batch')
    .selectAll()
    .where('line_id', '=', place.lineId ?? '')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (state !== undefined) query = query.where('state', '=', state)
  if (before !== undefined) query = query.where('id', '<', before)
  const wanted = search.trim()
  if (/^\d{1,9}$/.test(wanted)) query = query.where('number', '=', Number(wanted))
  else if (wanted !== '') query = query.where(containsFolded('name_search', wanted))
  const rows = await query.execute()
  const list = rows.slice(0, limit)
  return { list: list.map(viewOfBatch), next: rows.length > limit ? (list.at(-1)?.id ?? null) : null }
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
