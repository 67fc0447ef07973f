import { isCheckRight, normalizeCode, showCode } from '@qd/code-alphabet'
import type { RouteInput, RouteReply } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { codeLookUp } from '../../contract/index.ts'
import type { UseCaseDeps } from '../codes-deps.ts'
import { stoppedOf } from './batch-standing.ts'
import { viewOfRedemption } from './list-batches.ts'
import { viewOfBatch } from './show-batch.ts'

const MOST_USES = 100

function leastOf(...limits: readonly (number | null)[]): number | null {
  const given = limits.filter((limit) => limit !== null)
  return given.length === 0 ? null : Math.min(...given)
}

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
    batch: viewOfBatch(batch, await stoppedOf(deps, [batch])),
    isVoid: code.is_void === 1,
    used: code.used,
    most: leastOf(batch.per_code, batch.total),
    uses: uses.map((row) => viewOfRedemption(deps, row)),
  }
  return { ...typed, found }
}
