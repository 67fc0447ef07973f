import type { RouteReply } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import type { ReviewView, reviewList } from '../../contract/index.ts'
import type { UseCaseDeps } from '../access-deps.ts'
import type { AccessModel } from '../model/access-model.ts'
import { loadModel } from '../model/load-model.ts'
import { answersFor, ownPlaces, quarterOf } from './find-review.ts'
import type { ReviewRow } from './find-review.ts'
import { isStillHeld } from './still-held.ts'

/** Ten years of one place. */
const MOST_REVIEWS = 40

/** How a review stands. */
async function viewOf({ store }: UseCaseDeps, model: AccessModel, row: ReviewRow): Promise<ReviewView> {
  const [counts, gone] = await Promise.all([
    store.read
      .selectFrom('access_review_item')
      .select(['decision', 'use'])
      .select((eb) => eb.fn.countAll<number>().as('items'))
      .where('review_id', '=', row.id)
      .groupBy(['decision', 'use'])
      .execute(),
    store.read
      .selectFrom('access_review_item')
      .select(['kind', 'user_id', 'group_id', 'grants'])
      .where('review_id', '=', row.id)
      .where('decision', '=', 'remove')
      .execute(),
  ])
  const sum = (passes: (each: (typeof counts)[number]) => boolean) =>
    counts.filter(passes).reduce((total, each) => total + Number(each.items), 0)
  const { signed_by_id: signedBy } = row
  return {
    id: row.id,
    quarter: row.quarter,
    scope: row.scope,
    openedAt: row.opened_at,
    openedBy: { id: row.opened_by_id, name: row.opened_by },
    signedAt: row.signed_at,
    signedBy: signedBy === null ? null : { id: signedBy, name: row.signed_by },
    items: sum(() => true),
    kept: sum(({ decision }) => decision === 'keep'),
    removed: gone.length,
    left: gone.filter((item) => isStillHeld(model, item)).length,
    undecided: sum(({ decision }) => decision === 'open'),
    unused: sum(({ use }) => use === 'unused'),
  }
}

export async function listReviews(deps: UseCaseDeps, caller: Caller): Promise<RouteReply<typeof reviewList>> {
  const rows = await deps.store.read.selectFrom('access_review').selectAll().orderBy('id', 'desc').execute()
  const seen = rows.filter(({ scope }) => answersFor(caller, scope))
  const quarter = quarterOf(deps.nowMs())
  const opened = new Set(seen.filter((row) => row.quarter === quarter).map(({ scope }) => scope))
  const model = await loadModel(deps)
  const list: ReviewView[] = []
  for (const row of seen.slice(0, MOST_REVIEWS)) list.push(await viewOf(deps, model, row))
  return { list, quarter, openable: ownPlaces(caller).filter((scope) => !opened.has(scope)) }
}
