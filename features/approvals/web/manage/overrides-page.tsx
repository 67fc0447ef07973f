import { goTo } from '@qd/web-base'
import { useCall, useMay } from '@qd/web-calls'
import { LoadingRows, Picker, Tag, useNow } from '@qd/web-controls'
import { EmptyState, ErrorState, NoPermission } from '@qd/web-frame'
import { Button } from 'antd'
import { Siren } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { overrideReport } from '../../contract/index.ts'
import { momentText } from '../parts/words.ts'
import { useApprovalsTexts } from '../texts.ts'
import { ManageFrame } from './manage-frame.tsx'
import styles from './manage.module.css'

const MONTHS = 12

/** The last twelve months as `2026-11`, this one first, by UTC. */
function lastMonths(now: number): string[] {
  const date = new Date(now)
  return Array.from({ length: MONTHS }, (_month, back) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  )
}

/** Emergency overrides of a month, and which of them still wait for a review. */
export function OverridesPage(): ReactNode {
  const t = useApprovalsTexts()
  const maySee = useMay(overrideReport, {})
  const [months] = useState(() => lastMonths(Date.now()))
  const [month, setMonth] = useState(months[0]!)
  const { data, error, refetch } = useCall(overrideReport, maySee ? { body: { month } } : null, {
    tag: 'approvals:override.report',
    told: 'inline',
    keepsPrevious: true,
  })
  const now = useNow(60_000)
  return (
    <ManageFrame
      title={t('override.report')}
      icon={<Siren size={15} aria-hidden />}
      count={data?.list.length}
      actions={
        <Picker
          label={t('override.month')}
          value={month}
          options={months.map((value) => ({ value, label: value }))}
          onChange={setMonth}
        />
      }
    >
      {!maySee ? (
        <NoPermission permission="approvals.see" />
      ) : data === undefined ? (
        error === null ? (
          <LoadingRows />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.list.length === 0 ? (
        <EmptyState title={t('override.none')} hint={t('override.noneHint')} />
      ) : (
        <ul className={styles.list}>
          {data.list.map((each) => (
            <li key={each.id}>
              <h3>
                #{each.number} {each.title}
                {each.reviewedBy !== null ? (
                  <Tag tone="ok">{t('override.isReviewed')}</Tag>
                ) : (
                  <Tag tone={each.reviewDueAt < now ? 'error' : 'warn'}>
                    {t(each.reviewDueAt < now ? 'override.isOverdue' : 'override.isDue')}
                  </Tag>
                )}
              </h3>
              <p>{t('override.told', { name: each.by.name, reason: each.reason })}</p>
              <p>
                {momentText(each.at)}
                {each.reviewedBy === null
                  ? ` · ${t('override.due', { at: momentText(each.reviewDueAt) })}`
                  : ` · ${t('override.reviewed', { name: each.reviewedBy.name, note: each.reviewNote })}`}
              </p>
              <span>
                <Button size="small" onClick={() => goTo(`/releaseApply?id=${encodeURIComponent(each.id)}`)}>
                  {t('override.open')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </ManageFrame>
  )
}
