import { formatQuantity, useKitText } from '@qd/web-base'
import { IconButton, Tag, curveOf, topOf } from '@qd/web-controls'
import { Button } from 'antd'
import { Activity, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BotsReport, BotsRun, BotsTick } from '../../contract/index.ts'
import { RunControls, RunState } from '../run/run-controls.tsx'
import { isBadEnd, numbersOf, shownNumbers } from '../run/run-numbers.ts'
import { useRun } from '../run/use-run.ts'
import { useBotsTexts } from '../texts.ts'
import styles from './strip.module.css'

/** Seconds the small curve shows. */
const SPARK_POINTS = 60

interface LiveStripProps {
  run: BotsRun
  /** Other runs that go on there. */
  others: number
  onEnded: () => void
  onDismiss: () => void
}

function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  return `${hours === 0 ? '' : `${hours}:`}${two(minutes)}:${two(seconds % 60)}`
}

/** Messages a second of the last minute, or of the whole run once it has ended. */
function Spark({ report, ticks }: { report: BotsReport | null; ticks: readonly BotsTick[] }): ReactNode {
  const points =
    report?.series.map(({ perSecond }) => perSecond) ??
    ticks.slice(-SPARK_POINTS).map(({ sentPerSecond }) => sentPerSecond)
  if (points.length < 2) return null
  const { line, area } = curveOf(points, topOf(Math.max(...points)))
  // The figures beside it say the same.
  return (
    <svg
      className={styles.spark}
      viewBox={`0 -4 ${points.length} 108`}
      preserveAspectRatio="none"
      aria-hidden
      data-part="spark"
    >
      <path className={styles.area} d={area} />
      <path className={styles.curve} d={line} />
    </svg>
  )
}

function Ended({ report, fault }: { report: BotsReport | null; fault: string }): ReactNode {
  const t = useBotsTexts()
  if (report === null) return <Tag tone="error">{fault || t('run.noReport')}</Tag>
  return (
    <Tag tone={isBadEnd(report) ? 'error' : 'neutral'} title={report.text}>
      {`${t(`ended.${report.ended}`)} ${clockOf(report.durationMs)}`}
    </Tag>
  )
}

/** A run in two lines: what it is and how it stands, and its figures of the last second. */
export function LiveStrip({ run, others, onEnded, onDismiss }: LiveStripProps): ReactNode {
  const t = useBotsTexts()
  const kit = useKitText()
  const { ticks, isOpen, state, failure, given, job } = useRun(run.jobId, onEnded)
  const report = given.data?.report ?? null
  const tick = ticks.at(-1)
  const numbers = numbersOf(report, tick)
  const error = given.error ?? failure
  const name = run.title || t('untitled')
  const isOver = isOpen === false
  return (
    <section className={styles.strip} aria-label={`${t('title')} · ${name}`}>
      <div className={styles.head}>
        <Activity size={15} aria-hidden className={styles.icon} />
        <strong className={styles.name} title={name}>
          {name}
        </strong>
        {isOver ? <Ended report={report} fault={job.data?.fault ?? ''} /> : null}
        {isOver ? null : (
          <RunState state={state || run.state} {...(tick === undefined ? {} : { since: clockOf(tick.t) })} />
        )}
        {others === 0 ? null : (
          <a href="#/mock/bots" className={styles.others}>
            {t('strip.others', { number: formatQuantity(others) })}
          </a>
        )}
        <Spark report={report} ticks={ticks} />
        <span className={styles.actions}>
          {isOver ? null : (
            <RunControls jobId={run.jobId} may={job.data?.may} onDone={() => void job.refetch()} />
          )}
          <Button size="small" href={`#/mock/bots/${encodeURIComponent(run.jobId)}`}>
            {t(isOver ? 'strip.report' : 'strip.open')}
          </Button>
          {isOver ? (
            <IconButton isSmall label={t('strip.dismiss')} onClick={onDismiss}>
              <X size={14} aria-hidden />
            </IconButton>
          ) : null}
        </span>
      </div>
      {numbers === null ? null : (
        <dl className={styles.figures}>
          {shownNumbers(t, numbers, run.load.clients).map(({ name: label, value, more }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {value}
                {more === undefined ? null : <small>{more}</small>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {error === null ? null : (
        <p className={styles.failure} role="status">
          {t('run.noFigures', { reason: error.message })}
          {given.error === null ? null : (
            <Button size="small" onClick={() => void given.refetch()}>
              {kit('retry')}
            </Button>
          )}
        </p>
      )}
    </section>
  )
}
