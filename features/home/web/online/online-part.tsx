import { formatQuantity } from '@qd/web-base'
import type { ReactNode } from 'react'
import type { ServerCard } from '../card-cell.tsx'
import { useHomeTexts } from '../texts.ts'
import { summaryOf } from '@qd/web-controls'
import { OnlineChart } from './online-chart.tsx'
import styles from './online.module.css'
import { useOnlineDays } from './use-live-servers.ts'

function Compared({ now, then }: { now: number | null; then: number }): ReactNode {
  if (now === null || then === 0) return null
  const change = Math.round(((now - then) / then) * 100)
  if (change === 0) return null
  return (
    <span className={styles.more} data-tone={change > 0 ? 'ok' : 'error'}>
      {`${change > 0 ? '+' : '−'}${Math.abs(change)}%`}
    </span>
  )
}

/** How many are online: now, a day ago, at most, and as a curve. */
export function OnlinePart({ card }: { card: ServerCard }): ReactNode {
  const t = useHomeTexts()
  const { days, error } = useOnlineDays(card.server)
  const aDayAgo = days?.before.at(-1) ?? null
  const most = days === null ? null : (summaryOf(days.today)?.most ?? null)
  return (
    <div className={styles.top}>
      <dl className={styles.numbers}>
        <div className={styles.now}>
          <dt>{t('server.online')}</dt>
          <dd>{card.online === null ? '–' : formatQuantity(card.online)}</dd>
        </div>
        <div>
          <dt>{t('online.yesterday')}</dt>
          <dd>
            {aDayAgo === null ? '–' : formatQuantity(aDayAgo)}
            {aDayAgo === null ? null : <Compared now={card.online} then={aDayAgo} />}
          </dd>
        </div>
        <div>
          <dt>{t('online.peak')}</dt>
          <dd>{most === null ? '–' : formatQuantity(most)}</dd>
        </div>
      </dl>
      {days === null ? (
        <p className={styles.none} role={error === null ? undefined : 'alert'}>
          {error?.told}
        </p>
      ) : (
        <OnlineChart days={days} />
      )}
    </div>
  )
}
