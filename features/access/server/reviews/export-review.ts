import { toCsv } from '@qd/csv'
import type { CsvColumn } from '@qd/csv'
import { sendFile } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { ReviewItem } from '../../contract/index.ts'
import type { UseCaseDeps } from '../access-deps.ts'
import { loadModel } from '../model/load-model.ts'
import { findReview, ownIds } from './find-review.ts'
import type { ReviewRow } from './find-review.ts'
import { itemView } from './list-items.ts'

const PAGE = 500

interface Line extends ReviewItem {
  review: ReviewRow
}

const time = (ms: number | null | undefined) => (typeof ms === 'number' ? new Date(ms).toISOString() : '')
const each = (line: Line, text: (grant: Line['grants'][number]) => string) => line.grants.map(text).join('; ')

const COLUMNS: readonly CsvColumn<Line>[] = [
  { title: 'quarter', text: ({ review }) => review.quarter },
  { title: 'review', text: ({ review }) => review.scope },
  { title: 'signedBy', text: ({ review }) => review.signed_by },
  { title: 'signedAt', text: ({ review }) => time(review.signed_at) },
  { title: 'source', text: ({ kind }) => kind },
  { title: 'username', text: ({ user }) => user?.username ?? '' },
  { title: 'name', text: ({ user }) => user?.name ?? '' },
  { title: 'account', text: ({ user }) => user?.state ?? '' },
  { title: 'group', text: ({ group }) => group?.name ?? '' },
  { title: 'role', text: (line) => each(line, ({ role }) => role) },
  { title: 'scope', text: (line) => each(line, ({ scope }) => scope) },
  { title: 'environment', text: (line) => each(line, ({ environment }) => environment) },
  {
    title: 'resource',
    text: (line) =>
      each(line, ({ resource }) => (resource === undefined ? '' : `${resource.kind}:${resource.pattern}`)),
  },
  { title: 'until', text: (line) => each(line, ({ until }) => time(until)) },
  { title: 'use', text: ({ use }) => use },
  { title: 'usedAt', text: ({ usedAt }) => time(usedAt) },
  { title: 'lastLoginAt', text: ({ lastLoginAt }) => time(lastLoginAt) },
  { title: 'decision', text: ({ decision }) => decision },
  { title: 'reason', text: ({ reason }) => reason },
  { title: 'decidedBy', text: ({ decidedBy }) => decidedBy?.name ?? '' },
  { title: 'decidedAt', text: ({ decidedAt }) => time(decidedAt) },
  { title: 'stillHeld', text: ({ isHeld }) => String(isHeld) },
]
const HEAD = toCsv(COLUMNS, [])

async function* lines(
  deps: UseCaseDeps,
  review: ReviewRow,
  ctx: CallContext,
  countRows: (rows: number) => void,
): AsyncGenerator<string> {
  const [model, own] = await Promise.all([loadModel(deps), ownIds(deps, ctx.caller)])
  // The mark tells spreadsheets that it is UTF-8.
  yield `\uFEFF${HEAD}`
  for (let after = 0; ;) {
    const rows = await deps.store.read
      .selectFrom('access_review_item')
      .selectAll()
      .where('review_id', '=', review.id)
      .where('item', '>', after)
      .orderBy('item')
      .limit(PAGE)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.item
    yield toCsv(
      COLUMNS,
      rows.map((row) => ({ ...itemView(model, own, row), review })),
    ).slice(HEAD.length)
    countRows(rows.length)
  }
}

/** The whole review as a file, signed or not. */
export async function exportReview(
  deps: UseCaseDeps,
  reviewId: string,
  ctx: CallContext,
): ReturnType<typeof sendFile> {
  const review = await findReview(deps, ctx.caller, reviewId)
  ctx.fileAt(review.scope)
  const place = review.scope === '*' ? 'everywhere' : review.scope.replaceAll('/', '-')
  return sendFile(ctx, {
    name: `access-review-${review.quarter}-${place}`,
    type: 'csv',
    pieces: (countRows) => lines(deps, review, ctx, countRows),
  })
}
