import { call, useMay } from '@qd/web-calls'
import { openReasonDialog } from '@qd/web-forms'
import { openConfirm, toast } from '@qd/web-frame'
import { groupChangeMembers, groupGrants, reviewDecide, userGrants } from '../../contract/index.ts'
import type { ReviewItem, ReviewView } from '../../contract/index.ts'
import { useAccessTexts } from '../texts.ts'
import { useRefresh } from '../use-refresh.ts'
import { isToGo, takeAway } from './take-away.ts'

const CALLS = { grant: userGrants, membership: groupChangeMembers, groupGrant: groupGrants } as const

/** What can be done with entries of a review: with one in its menu, with several below the table. */
export function useReviewActions(review: ReviewView, onDone: () => void) {
  const t = useAccessTexts()
  const refresh = useRefresh()
  const may = {
    grant: useMay(CALLS.grant),
    membership: useMay(CALLS.membership),
    groupGrant: useMay(CALLS.groupGrant),
  }
  const done = async () => {
    await refresh()
    onDone()
  }
  const decide = async (items: readonly ReviewItem[], decision: ReviewItem['decision'], reason: string) => {
    const body = { reviewId: review.id, items: items.map(({ item }) => item), decision, reason }
    await call(
      reviewDecide,
      { body },
      { tag: 'access:reviews.title', told: reason === '' ? 'toast' : 'form' },
    )
    await done()
  }
  return {
    isOpen: review.signedAt === null,
    keep: (items: readonly ReviewItem[]) => void decide(items, 'keep', '').catch(() => undefined),
    reopen: (items: readonly ReviewItem[]) => void decide(items, 'open', '').catch(() => undefined),
    remove: (items: readonly ReviewItem[]) =>
      openReasonDialog({
        title: t('reviews.remove'),
        text: t('reviews.removeHint', { count: items.length }),
        action: t('reviews.remove'),
        run: (reason) => decide(items, 'remove', reason),
      }),
    /** Those that are to go and that the reader may take away. */
    toGo: (items: readonly ReviewItem[]) =>
      items.filter((item) => isToGo(item) && !item.isOwn && may[item.kind]),
    takeAway: (items: readonly ReviewItem[]) =>
      openConfirm({
        title: t('reviews.takeAway'),
        text: t('reviews.takeAwayAsk', { count: items.length }),
        action: t('reviews.takeAway'),
        run: async () => {
          // One after the other: each may ask for an approval of its own.
          for (const item of items) await takeAway(item)
          toast.success(t('reviews.takenAway', { count: items.length }))
          await done()
        },
      }),
  }
}
