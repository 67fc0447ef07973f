import { AppError, isScopePath } from '@qd/contract-kit'
import type { RouteReply } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import { accessErrors } from '../../contract/index.ts'
import type { reviewOpen } from '../../contract/index.ts'
import type { AccessTables } from '../access-tables.ts'
import type { UseCaseDeps } from '../access-deps.ts'
import { loadModel } from '../model/load-model.ts'
import { answersFor, quarterOf } from './find-review.ts'
import { takeStock } from './take-stock.ts'

/** Rows of one statement: each has a value for every column. */
const ROWS = 200
const UNDECIDED = {
  decision: 'open',
  reason: '',
  decided_by_id: null,
  decided_by: '',
  decided_at: null,
} as const

/** Opens the review of the present quarter at a place; there is one. */
export async function openReview(
  deps: UseCaseDeps,
  scope: string,
  ctx: CallContext,
): Promise<RouteReply<typeof reviewOpen>> {
  if (!isScopePath(scope) || !answersFor(ctx.caller, scope)) {
    throw new AppError(accessErrors.review_not_found, { field: 'scope' })
  }
  ctx.fileAt(scope)
  const nowMs = deps.nowMs()
  const quarter = quarterOf(nowMs)
  const items = await takeStock(deps, await loadModel(deps), scope)
  if (items.length === 0) throw new AppError(accessErrors.review_nothing, { field: 'scope' })
  const id = uuidv7(nowMs)
  ctx.note({ quarter, items: items.length })
  await ctx.commit(async (tx: AnyTx) => {
    const db: Kysely<AccessTables> = tx
    const opened = await db
      .insertInto('access_review')
      .values({
        id,
        quarter,
        scope,
        opened_at: nowMs,
        opened_by_id: ctx.caller.userId,
        opened_by: ctx.caller.name,
        signed_at: null,
        signed_by_id: null,
        signed_by: '',
        version: 1,
      })
      .onConflict((conflict) => conflict.columns(['quarter', 'scope']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (opened === undefined) throw new AppError(accessErrors.review_there, { params: { quarter } })
    for (let at = 0; at < items.length; at += ROWS) {
      const rows = items
        .slice(at, at + ROWS)
        .map((item, row) => ({ review_id: id, item: at + row + 1, ...item, ...UNDECIDED }))
      await db.insertInto('access_review_item').values(rows).execute()
    }
  })
  return { reviewId: id, items: items.length }
}
