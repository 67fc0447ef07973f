import { formatQuantity } from '@qd/web-base'
import type { ReactNode } from 'react'
import type { JobCounters } from '../../contract/index.ts'
import { useJobsTexts } from '../texts.ts'
import { ENDS, percentOf } from './counts.ts'
import styles from './progress.module.css'

/** How far a job is, each way of ending in its colour; the numbers are its tooltip. */
export function Progress({
  counters,
  isLarge = false,
}: {
  counters: JobCounters
  isLarge?: boolean
}): ReactNode {
  const t = useJobsTexts()
  const shown = ENDS.filter((end) => counters[end] > 0)
  const words = shown.map((end) => `${t(`row.${end}`)} ${formatQuantity(counters[end])}`)
  const percent = percentOf(counters)
  return (
    <span className={styles.progress} data-large={isLarge} title={words.join(', ')}>
      <span
        className={styles.bar}
        role="progressbar"
        aria-label={t('column.progress')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        {shown.map((end) => (
          <span key={end} data-end={end} style={{ flexGrow: counters[end] / counters.total }} />
        ))}
      </span>
      <span className={styles.percent}>{percent}%</span>
    </span>
  )
}
