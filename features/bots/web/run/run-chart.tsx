import { curveOf, topOf } from '@qd/web-controls'
import type { ReactNode } from 'react'
import { useBotsTexts } from '../texts.ts'
import styles from './run.module.css'

export interface ChartPoint {
  /** Milliseconds since the start of its run. */
  t: number
  perSecond: number
  p99: number
}

/** The points at so many even steps of time: runs of another length or with thinner curves stand on one axis. */
function onAxis(points: readonly ChartPoint[], steps: number, untilMs: number): ChartPoint[] {
  const found: ChartPoint[] = []
  let at = 0
  for (let step = 0; step < steps; step += 1) {
    const t = (untilMs * (step + 1)) / steps
    while (at < points.length && points[at]!.t < t) at += 1
    const point = points[at]
    // It was over by then.
    if (point === undefined && step > 0) break
    found.push(point ?? points.at(-1)!)
  }
  return found
}

/** Messages a second as a filled line, the 99th percentile as a dashed one, each to its own top; an earlier run behind. */
export function RunChart(props: { points: readonly ChartPoint[]; before: readonly ChartPoint[] }): ReactNode {
  const t = useBotsTexts()
  const { points, before } = props
  if (points.length < 2) return null
  const untilMs = Math.max(points.at(-1)!.t, before.at(-1)?.t ?? 0)
  const steps = Math.max(points.length, before.length)
  const now = before.length === 0 ? points : onAxis(points, steps, untilMs)
  const earlier = before.length === 0 ? [] : onAxis(before, steps, untilMs)
  const topBy = (pick: (point: ChartPoint) => number) => topOf(Math.max(...[...now, ...earlier].map(pick)))
  const top = { rate: topBy(({ perSecond }) => perSecond), p99: topBy(({ p99 }) => p99) }
  const rateOf = (each: readonly ChartPoint[]) =>
    curveOf(
      each.map(({ perSecond }) => perSecond),
      top.rate,
    )
  const slowOf = (each: readonly ChartPoint[]) =>
    curveOf(
      each.map(({ p99 }) => p99),
      top.p99,
    )
  const rate = rateOf(now)
  const most = {
    rate: Math.max(...points.map(({ perSecond }) => perSecond)),
    p99: Math.max(...points.map(({ p99 }) => p99)),
  }
  return (
    <figure className={styles.chart}>
      <svg
        viewBox={`0 -4 ${now === points ? points.length : steps} 108`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('run.chart', most)}
      >
        {earlier.length === 0 ? null : (
          <g className={styles.before} data-series="before">
            <path className={styles.curve} d={rateOf(earlier).line} />
            <path className={styles.slow} d={slowOf(earlier).line} />
          </g>
        )}
        <path className={styles.area} d={rate.area} />
        <path className={styles.curve} d={rate.line} />
        <path className={styles.slow} d={slowOf(now).line} />
      </svg>
      <figcaption>
        <span data-line="rate">{t('run.rate')}</span>
        <span data-line="p99">p99</span>
        {earlier.length === 0 ? null : <span data-line="before">{t('run.earlier')}</span>}
      </figcaption>
    </figure>
  )
}
