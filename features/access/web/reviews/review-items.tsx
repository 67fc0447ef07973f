import { useCall } from '@qd/web-calls'
import { FilterPicker } from '@qd/web-controls'
import type { MenuItem } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { DataTable, usePageSize, useUrlFilter } from '@qd/web-tables'
import { Button, Input } from 'antd'
import { Check, RotateCcw, UserMinus, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { reviewDecision, reviewItems, reviewKind, reviewUse } from '../../contract/index.ts'
import type { ReviewItem, ReviewView } from '../../contract/index.ts'
import { useAccessTexts } from '../texts.ts'
import { itemColumns } from './item-columns.tsx'
import sections from '../sections.module.css'
import { useReviewActions } from './use-review-actions.tsx'

export const NO_FILTER = { review: '', search: '', decision: '', use: '', kind: '', page: '1' }
type Filter = typeof NO_FILTER
const KEY = ({ item }: ReviewItem) => String(item)

/** What was chosen, where it is one of the choices; an address may say anything. */
function chosen<T extends string>(options: readonly T[], value: string): T | undefined {
  return options.find((option) => option === value)
}

function bodyOf({ search, ...filter }: Filter) {
  const decision = chosen(reviewDecision.options, filter.decision)
  const use = chosen(reviewUse.options, filter.use)
  const kind = chosen(reviewKind.options, filter.kind)
  return {
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(decision === undefined ? {} : { decision }),
    ...(use === undefined ? {} : { use }),
    ...(kind === undefined ? {} : { kind }),
  }
}

function Filters(props: { filter: Filter; onChange: (next: Partial<Filter>) => void }): ReactNode {
  const t = useAccessTexts()
  const { filter } = props
  const set = (next: Partial<Filter>) => props.onChange({ ...next, page: '1' })
  return (
    <>
      <Input
        allowClear
        className={sections.search}
        aria-label={t('reviews.search')}
        placeholder={t('reviews.search')}
        value={filter.search}
        onChange={(event) => set({ search: event.target.value })}
      />
      <FilterPicker
        label={t('reviews.decided')}
        value={filter.decision}
        options={reviewDecision.options.map((value) => ({ value, label: t(`reviews.decision.${value}`) }))}
        onChange={(decision) => set({ decision })}
      />
      <FilterPicker
        label={t('reviews.lastUse')}
        value={filter.use}
        options={reviewUse.options.map((value) => ({ value, label: t(`reviews.use.${value}`) }))}
        onChange={(use) => set({ use })}
      />
      <FilterPicker
        label={t('reviews.source')}
        value={filter.kind}
        options={reviewKind.options.map((value) => ({ value, label: t(`reviews.kind.${value}`) }))}
        onChange={(kind) => set({ kind })}
      />
    </>
  )
}

/** The entries of a review, to be decided on one by one or several at once. */
export function ReviewItems({ review }: { review: ReviewView }): ReactNode {
  const t = useAccessTexts()
  const [filter, change, clear] = useUrlFilter(NO_FILTER)
  const pageSize = usePageSize()
  const page = Math.max(1, Number(filter.page) || 1)
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const query = useCall(
    reviewItems,
    { body: { reviewId: review.id, ...bodyOf(filter), page, pageSize } },
    { tag: 'access:reviews.title', told: 'inline', keepsPrevious: true },
  )
  const actions = useReviewActions(review, () => setChecked(new Set()))
  const columns = useMemo(() => itemColumns(t), [t])
  const rows = query.data?.list ?? []
  const picked = rows.filter((item) => checked.has(KEY(item)))
  const mine = picked.filter(({ isOwn }) => !isOwn)
  const gone = actions.toGo(picked)
  const rowActions = (item: ReviewItem): MenuItem[] => [
    ...(!actions.isOpen || item.isOwn
      ? []
      : [
          {
            key: 'keep',
            label: t('reviews.keep'),
            icon: <Check size={15} />,
            onSelect: () => actions.keep([item]),
          },
          {
            key: 'remove',
            label: t('reviews.remove'),
            icon: <X size={15} />,
            onSelect: () => actions.remove([item]),
          },
          ...(item.decision === 'open'
            ? []
            : [
                {
                  key: 'reopen',
                  label: t('reviews.reopen'),
                  icon: <RotateCcw size={15} />,
                  onSelect: () => actions.reopen([item]),
                },
              ]),
        ]),
    ...(actions.toGo([item]).length === 0
      ? []
      : [
          {
            key: 'take',
            label: t('reviews.takeAway'),
            icon: <UserMinus size={15} />,
            onSelect: () => actions.takeAway([item]),
          },
        ]),
  ]
  const bulk = (
    <>
      {actions.isOpen ? (
        <>
          <Button disabled={mine.length === 0} onClick={() => actions.keep(mine)}>
            {t('reviews.keep')}
          </Button>
          <Button disabled={mine.length === 0} onClick={() => actions.remove(mine)}>
            {t('reviews.remove')}
          </Button>
        </>
      ) : null}
      {gone.length === 0 ? null : (
        <Button danger onClick={() => actions.takeAway(gone)}>
          {t('reviews.takeAway')}
        </Button>
      )}
    </>
  )
  const { search, decision, use, kind } = filter
  return (
    <DataTable
      name="access.review"
      label={t('reviews.items')}
      columns={columns}
      rows={query.data?.list}
      rowKey={KEY}
      error={query.error}
      onRetry={() => void query.refetch()}
      empty={<EmptyState title={t('reviews.noItems')} />}
      isFiltered={search !== '' || decision !== '' || use !== '' || kind !== ''}
      onClearFilter={() => {
        clear()
        change({ review: review.id })
      }}
      paging={{
        page,
        pageSize,
        total: query.data?.total ?? 0,
        onPage: (next) => change({ page: String(next) }),
      }}
      checked={checked}
      onCheck={setChecked}
      filters={<Filters filter={filter} onChange={change} />}
      actions={bulk}
      rowActions={rowActions}
    />
  )
}
