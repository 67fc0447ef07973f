import type { RouteInput, RouteReply } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import { containsFolded } from '@qd/store'
import type { ReviewItem, reviewItems } from '../../contract/index.ts'
import type { UseCaseDeps } from '../access-deps.ts'
import type { AccessModel } from '../model/access-model.ts'
import { membersBelow } from '../model/held-rights.ts'
import { loadModel } from '../model/load-model.ts'
import { findReview, ownIds } from './find-review.ts'
import type { ItemRow } from './find-review.ts'
import { grantsOf, isStillHeld } from './still-held.ts'

type Asked = RouteInput<typeof reviewItems>['body']

/** Whether an item gives one of these accounts something. */
export function isOwnItem(
  model: AccessModel,
  own: ReadonlySet<string>,
  { user_id: userId, group_id: groupId, kind }: Pick<ItemRow, 'kind' | 'user_id' | 'group_id'>,
): boolean {
  if (kind !== 'groupGrant') return own.has(userId ?? '')
  return [...membersBelow(model, groupId ?? '')].some((member) => own.has(member))
}

export function itemView(model: AccessModel, own: ReadonlySet<string>, row: ItemRow): ReviewItem {
  const { user_id: userId, group_id: groupId, decided_by_id: decidedBy } = row
  return {
    item: row.item,
    kind: row.kind,
    user:
      userId === null
        ? null
        : { id: userId, name: row.name, username: row.username, state: row.account_state },
    group: groupId === null ? null : { id: groupId, name: row.group_name },
    grants: grantsOf(row),
    use: row.use,
    usedAt: row.used_at,
    lastLoginAt: row.last_login_at,
    decision: row.decision,
    reason: row.reason,
    decidedBy: decidedBy === null ? null : { id: decidedBy, name: row.decided_by },
    decidedAt: row.decided_at,
    isHeld: isStillHeld(model, row),
    isOwn: isOwnItem(model, own, row),
  }
}

function rowsOf(
  { store }: Pick<UseCaseDeps, 'store'>,
  { reviewId, decision, use, kind, search = '' }: Asked,
) {
  let rows = store.read.selectFrom('access_review_item').where('review_id', '=', reviewId)
  if (decision !== undefined) rows = rows.where('decision', '=', decision)
  if (use !== undefined) rows = rows.where('use', '=', use)
  if (kind !== undefined) rows = rows.where('kind', '=', kind)
  return search === '' ? rows : rows.where(containsFolded('words', search))
}

/** One page of a review, in its order. */
export async function listItems(
  deps: UseCaseDeps,
  asked: Asked,
  caller: Caller,
): Promise<RouteReply<typeof reviewItems>> {
  await findReview(deps, caller, asked.reviewId)
  const { page, pageSize } = asked
  const [rows, counted, model, own] = await Promise.all([
    rowsOf(deps, asked)
      .selectAll()
      .orderBy('item')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    rowsOf(deps, asked)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
    loadModel(deps),
    ownIds(deps, caller),
  ])
  return { list: rows.map((row) => itemView(model, own, row)), total: Number(counted.total) }
}
