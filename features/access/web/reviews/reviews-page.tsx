import { saveFile } from '@qd/web-base'
import { call, callFile, useCall } from '@qd/web-calls'
import { LoadingRows, Panel, Tag, Time } from '@qd/web-controls'
import { EmptyState, ErrorState, openConfirm, toast } from '@qd/web-frame'
import { useUrlFilter } from '@qd/web-tables'
import { Button, Select } from 'antd'
import { ClipboardCheck, Download, Plus } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { reviewExport, reviewList, reviewOpen, reviewSign } from '../../contract/index.ts'
import type { ReviewView } from '../../contract/index.ts'
import { useAccessTexts } from '../texts.ts'
import { useRefresh } from '../use-refresh.ts'
import { useScopeNames } from '../words/use-scope-names.ts'
import { NO_FILTER, ReviewItems } from './review-items.tsx'
import styles from './reviews.module.css'

const ASKER = { tag: 'access:reviews.title', told: 'toast' } as const

async function download({ id, quarter, scope }: ReviewView): Promise<void> {
  const file = await callFile(reviewExport, { body: { reviewId: id } }, ASKER)
  saveFile(`access-review-${quarter}-${scope === '*' ? 'everywhere' : scope.replaceAll('/', '-')}.csv`, file)
}

/** How far a review is, and who has signed it. */
function Standing({ review }: { review: ReviewView }): ReactNode {
  const t = useAccessTexts()
  const { items, kept, removed, left, undecided, unused, signedAt, signedBy } = review
  return (
    <span className={styles.standing} role="status">
      <span>{t('reviews.count.items', { count: items })}</span>
      <span>{t('reviews.count.unused', { count: unused })}</span>
      <span>{t('reviews.count.kept', { count: kept })}</span>
      <span>{t('reviews.count.removed', { count: removed })}</span>
      {left > 0 ? <Tag tone="warn">{t('reviews.count.left', { count: left })}</Tag> : null}
      {undecided > 0 ? <Tag tone="warn">{t('reviews.count.undecided', { count: undecided })}</Tag> : null}
      {signedAt === null ? null : (
        <Tag tone="ok">
          <span>
            {t('reviews.signedBy', { name: signedBy?.name ?? '' })} <Time at={signedAt} />
          </span>
        </Tag>
      )}
    </span>
  )
}

function useOpen(onOpened: (id: string) => void) {
  const t = useAccessTexts()
  const refresh = useRefresh()
  const nameOf = useScopeNames()
  return (scope: string, quarter: string) =>
    openConfirm({
      title: t('reviews.open', { quarter }),
      text: t('reviews.openAsk', { place: nameOf(scope) }),
      action: t('reviews.openDo'),
      run: async () => {
        const { reviewId } = await call(reviewOpen, { body: { scope } }, { ...ASKER, told: 'form' })
        await refresh()
        onOpened(reviewId)
      },
    })
}

function useSign() {
  const t = useAccessTexts()
  const refresh = useRefresh()
  return ({ id, quarter, kept, removed }: ReviewView) =>
    openConfirm({
      title: t('reviews.sign', { quarter }),
      text: t('reviews.signAsk', { kept, removed }),
      action: t('reviews.signDo'),
      run: async () => {
        await call(reviewSign, { body: { reviewId: id } }, { ...ASKER, told: 'form' })
        toast.success(t('reviews.signed', { quarter }))
        await refresh()
      },
    })
}

/** Signing, with what is still to be done before it. */
function SignButton({ review }: { review: ReviewView }): ReactNode {
  const t = useAccessTexts()
  const sign = useSign()
  const id = useId()
  const { undecided } = review
  return (
    <>
      {undecided > 0 ? (
        <span id={id} className={styles.blocked}>
          {t('reviews.signBlocked', { count: undecided })}
        </span>
      ) : null}
      <Button
        type="primary"
        disabled={undecided > 0}
        aria-describedby={undecided > 0 ? id : undefined}
        onClick={() => sign(review)}
      >
        {t('reviews.signDo')}
      </Button>
    </>
  )
}

/** Once a quarter and place: who holds what, whether they use it, and whether it stays. */
export default function ReviewsPage(): ReactNode {
  const t = useAccessTexts()
  const nameOf = useScopeNames()
  const [filter, change] = useUrlFilter(NO_FILTER)
  const { data, error, refetch } = useCall(
    reviewList,
    { body: {} },
    { tag: 'access:reviews.title', told: 'inline' },
  )
  const open = useOpen((review) => change({ ...NO_FILTER, review }))
  // The address wins; without one the newest is there to be worked on.
  const review = data?.list.find(({ id }, at) => (filter.review === '' ? at === 0 : id === filter.review))
  const openable = data?.openable ?? []
  const openers = openable.map((scope) => (
    <Button
      key={scope}
      icon={<Plus size={14} aria-hidden />}
      onClick={() => open(scope, data?.quarter ?? '')}
    >
      {t('reviews.openFor', { quarter: data?.quarter ?? '', place: nameOf(scope) })}
    </Button>
  ))
  const choice = (each: ReviewView) => `${each.quarter} · ${nameOf(each.scope)}`
  return (
    <Panel
      className={styles.page}
      title={t('reviews.title')}
      {...(review === undefined ? {} : { status: <Standing review={review} /> })}
      icon={<ClipboardCheck size={15} aria-hidden />}
      actions={
        <>
          {data === undefined || data.list.length === 0 ? null : (
            <Select<string>
              aria-label={t('reviews.choose')}
              className={styles.choose}
              value={review?.id ?? null}
              options={data.list.map((each) => ({ value: each.id, label: choice(each) }))}
              onChange={(id) => change({ ...NO_FILTER, review: id })}
            />
          )}
          {data === undefined || data.list.length === 0 ? null : openers}
          {review === undefined ? null : (
            <Button
              icon={<Download size={14} aria-hidden />}
              onClick={() => void download(review).catch(() => undefined)}
            >
              CSV
            </Button>
          )}
          {review === undefined || review.signedAt !== null ? null : <SignButton review={review} />}
        </>
      }
    >
      {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <LoadingRows rows={8} /> : null}
      {data?.list.length === 0 ? (
        <EmptyState
          icon={<ClipboardCheck />}
          title={t('reviews.none')}
          hint={t('reviews.noneHint')}
          action={openers}
        />
      ) : null}
      {data !== undefined && data.list.length > 0 && review === undefined ? (
        <EmptyState title={t('reviews.notFound')} hint={t('reviews.choose')} />
      ) : null}
      {review === undefined ? null : <ReviewItems key={review.id} review={review} />}
    </Panel>
  )
}
