import { isCheckRight, normalizeCode, showCode } from '@qd/code-alphabet'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput, RouteReply } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { REFUSALS } from '../../contract/index.ts'
import type { codeLookUp, codeWhy } from '../../contract/index.ts'
import { digestOfTyped } from '../code-digest.ts'
import type { UseCaseDeps } from '../codes-deps.ts'
import { weighAsk } from '../redeem/answer-ask.ts'
import { loadDesk } from '../redeem/load-desk.ts'
import { viewOfRedemption } from './list-batches.ts'
import { viewOfBatch } from './show-batch.ts'

const MOST_USES = 100

/** What is known of one code, where its batch belongs to this line. */
export async function lookUpCode(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof codeLookUp>,
  { place }: CallContext,
): Promise<RouteReply<typeof codeLookUp>> {
  const reads = normalizeCode(body.code)
  if (reads === null) return { reads: '', isCheckRight: false, found: null }
  const typed = { reads: showCode(reads), isCheckRight: isCheckRight(reads) }
  const digest = (await deps.digest.open())(reads)
  const { read } = deps.store
  const code = await read.selectFrom('code').selectAll().where('digest', '=', digest).executeTakeFirst()
  if (code === undefined) return { ...typed, found: null }
  const batch = await read
    .selectFrom('code_batch')
    .selectAll()
    .where('number', '=', code.batch)
    .where('line_id', '=', place.lineId ?? '')
    .executeTakeFirst()
  if (batch === undefined) return { ...typed, found: null }
  const uses = await read
    .selectFrom('code_redemption')
    .selectAll()
    .where('digest', '=', digest)
    .orderBy('id', 'desc')
    .limit(MOST_USES)
    .execute()
  const found = {
    batch: viewOfBatch(batch),
    isVoid: code.is_void === 1,
    used: code.used,
    perCode: batch.per_code,
    uses: uses.map((row) => viewOfRedemption(deps, row)),
  }
  return { ...typed, found }
}

/** Goes the way of a redemption up to where it would write. */
export async function whyRefused(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof codeWhy>,
  { place }: CallContext,
): Promise<RouteReply<typeof codeWhy>> {
  const server = deps
    .catalogue()
    .serversByLine.get(place.lineId ?? '')
    ?.find(({ sId }) => sId === body.sId)
  if (server === undefined) throw new AppError(coreErrors.server_not_found, { field: 'sId' })
  const digest = digestOfTyped(await deps.digest.open(), body.code)
  const { uId, attributes } = body
  const ask = {
    kind: 'redeem',
    server,
    digest,
    uId,
    roleId: uId,
    requestId: '',
    attributes,
    address: '',
  } as const
  const desk = await loadDesk(deps.store.read, [ask], { nowMs: deps.nowMs(), canLock: false })
  const [batch] = desk.batches.values()
  const isOwn = batch?.row.line_id === place.lineId
  // Of a batch that belongs elsewhere one learns no more than a player does.
  const refused = batch === undefined || isOwn ? weighAsk(desk, ask) : weighAsk(desk, ask).slice(0, 1)
  return {
    refusals: refused.map((each) => ({ ...each, code: REFUSALS[each.refusal] })),
    batch: batch !== undefined && isOwn ? viewOfBatch(batch.row) : null,
  }
}
