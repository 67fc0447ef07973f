import { formatInstant, formatQuantity } from '@qd/web-base'
import type { CSSProperties, ReactNode } from 'react'
import { useHomeTexts } from '../texts.ts'
import { curveText } from './curve-text.ts'
import { curveOf, summaryOf, topOf } from '@qd/web-controls'
import type { OnlineDays } from './use-live-servers.ts'
import styles from './online.module.css'

const HOUR_MS = 3_600_000
/** Hours between the marks of the axis. */
const MARKED_HOURS = 6

const percent = (share: number): string => `${Math.round(share * 10_000) / 100}%`

/** Times below the curve, on the hour by the reader's clock. */
function HourMarks({ from, lengthMs }: { from: number; lengthMs: number }): ReactNode {
  const hours = Array.from(
    { length: lengthMs / HOUR_MS + 1 },
    (_, index) => Math.ceil(from / HOUR_MS) + index,
  )
  const shown = hours
    .map((hour) => ({ at: hour * HOUR_MS, text: formatInstant(hour * HOUR_MS).slice(11, 16) }))
    .filter(
      ({ at, text }) =>
        Number(text.slice(0, 2)) % MARKED_HOURS === 0 && text.endsWith(':00') && at < from + lengthMs,
    )
  return (
    <div className={styles.hours} aria-hidden>
      {shown.map(({ at, text }) => (
        <span key={at} style={{ insetInlineStart: percent((at - from) / lengthMs) }}>
          {text}
        </span>
      ))}
    </div>
  )
}

/** Players online of the last day beside the day before, with its peak. */
export function OnlineChart({ days }: { days: OnlineDays }): ReactNode {
  const t = useHomeTexts()
  const { today, before, from, stepMs } = days
  const summary = summaryOf(today)
  if (summary === null) return <p className={styles.none}>{t('online.none')}</p>
  const dayBefore = summaryOf(before)
  const top = topOf(Math.max(summary.most, dayBefore?.most ?? 0))
  const { line, area } = curveOf(today, top)
  const peakAt = (summary.mostAt + 0.5) / today.length
  const peak: CSSProperties = { left: percent(peakAt), top: percent(1 - summary.most / top) }
  return (
    <figure className={styles.chart} role="img" aria-label={curveText(t, today)}>
      <div className={styles.axis} aria-hidden>
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{formatQuantity(value)}</span>
        ))}
      </div>
      <div className={styles.plot} aria-hidden>
        <svg viewBox={`0 0 ${today.length} 100`} preserveAspectRatio="none">
          <path
            className={styles.grid}
            d={`M0 0H${today.length}M0 50H${today.length}M0 100H${today.length}`}
          />
          <path className={styles.area} d={area} />
          <path className={styles.before} d={curveOf(before, top).line} />
          <path className={styles.line} d={line} />
        </svg>
        <span
          className={styles.peak}
          style={peak}
          data-side={peakAt > 0.8 ? 'left' : peakAt < 0.2 ? 'right' : 'middle'}
        >
          <i />
          <b>{t('online.peakAt', { count: summary.most })}</b>
        </span>
        {dayBefore === null ? null : (
          <span className={styles.legend} data-end={peakAt < 0.5 || undefined}>
            {t('online.dayBefore')}
          </span>
        )}
      </div>
      <HourMarks from={from} lengthMs={today.length * stepMs} />
    </figure>
  )
}
