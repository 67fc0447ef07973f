import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import { accessErrors } from '../../contract/index.ts'
import type { reviewDecide } from '../../contract/index.ts'
import type { AccessTables } from '../access-tables.ts'
import type { UseCaseDeps } from '../access-deps.ts'
import { loadModel } from '../model/load-model.ts'
import { findReview, ownIds } from './find-review.ts'
import { isOwnItem } from './list-items.ts'

/** Within a write: throws where it is signed; until this write ends no other one decides on it. */
async function holdOpen(
  db: Kysely<AccessTables>,
  reviewId: string,
  signed?: Partial<AccessTables['access_review']>,
) {
  const held = await db
    .updateTable('access_review')
    .set((eb) => ({ ...signed, version: eb('version', '+', 1) }))
    .where('id', '=', reviewId)
    .where('signed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (held === undefined) throw new AppError(accessErrors.review_signed)
}

/** Says of items whether they stay; of one's own rights somebody else says so. */
export async function decideItems(
  deps: UseCaseDeps,
  { reviewId, items, decision, reason }: RouteInput<typeof reviewDecide>['body'],
  ctx: CallContext,
): Promise<null> {
  const { caller } = ctx
  const review = await findReview(deps, caller, reviewId)
  ctx.fileAt(review.scope)
  if (decision === 'remove' && reason === '')
    throw new AppError(coreErrors.reason_required, { field: 'reason' })
  const ids = [...new Set(items)]
  const rows = await deps.store.read
    .selectFrom('access_review_item')
    .select(['item', 'kind', 'user_id', 'group_id', 'username', 'group_name'])
    .where('review_id', '=', reviewId)
    .where('item', 'in', ids)
    .execute()
  if (rows.length !== ids.length) throw new AppError(accessErrors.review_not_found, { field: 'items' })
  const [model, own] = await Promise.all([loadModel(deps), ownIds(deps, caller)])
  if (rows.some((row) => isOwnItem(model, own, row)))
    throw new AppError(accessErrors.review_own, { field: 'items' })
  const isOpen = decision === 'open'
  ctx.note({ quarter: review.quarter, decision, reason, items: ids })
  await ctx.commit(async (tx: AnyTx) => {
    const db: Kysely<AccessTables> = tx
    await holdOpen(db, reviewId)
    await db
      .updateTable('access_review_item')
      .set({
        decision,
        reason: isOpen ? '' : reason,
        decided_by_id: isOpen ? null : caller.userId,
        decided_by: isOpen ? '' : caller.name,
        decided_at: isOpen ? null : deps.nowMs(),
      })
      .where('review_id', '=', reviewId)
      .where('item', 'in', ids)
      .execute()
  })
  return null
}

/** Signs the review; what is still open, or decided meanwhile, keeps it from that. */
export async function signReview(deps: UseCaseDeps, reviewId: string, ctx: CallContext): Promise<null> {
  const { caller } = ctx
  const review = await findReview(deps, caller, reviewId)
  ctx.fileAt(review.scope)
  await ctx.commit(async (tx: AnyTx) => {
    const db: Kysely<AccessTables> = tx
    const signed = { signed_at: deps.nowMs(), signed_by_id: caller.userId, signed_by: caller.name }
    await holdOpen(db, reviewId, signed)
    const counted = await db
      .selectFrom('access_review_item')
      .select('decision')
      .select((eb) => eb.fn.countAll<number>().as('items'))
      .where('review_id', '=', reviewId)
      .groupBy('decision')
      .execute()
    const of = (decision: string) => Number(counted.find((each) => each.decision === decision)?.items ?? 0)
    if (of('open') > 0) throw new AppError(accessErrors.review_undecided, { params: { count: of('open') } })
    ctx.note({ quarter: review.quarter, kept: of('keep'), removed: of('remove') })
  })
  return null
}
