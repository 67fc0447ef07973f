import { formatQuantity } from '@qd/web-base'
import { curveOf, summaryOf, topOf } from '@qd/web-controls'
import type { Points } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { ServerSample } from '../../../contract/index.ts'
import { sizeText } from '../../detail/model/bytes.ts'
import { useRedisTexts } from '../../texts.ts'
import type { RedisTexts } from '../../texts.ts'
import styles from '../parts/parts.module.css'
import { pointsOf } from './samples.ts'

interface Chart {
  key: string
  label: string
  /** The second one is dashed. */
  values: ((sample: ServerSample) => number | null)[]
  text: (value: number) => string
  /** Of the axis; absent: a round number above all. */
  top?: number
}

const percentText = (percent: number): string => `${percent.toFixed(1)}%`
const rateText = (bytes: number): string => `${sizeText(bytes)}/s`

const chartsOf = (t: RedisTexts): Chart[] => [
  {
    key: 'operations',
    label: t('server.status.operations'),
    values: [({ operations }) => operations],
    text: formatQuantity,
  },
  { key: 'memory', label: t('server.status.memory'), values: [({ memory }) => memory], text: sizeText },
  {
    key: 'clients',
    label: t('server.status.clients'),
    values: [({ clients }) => clients],
    text: formatQuantity,
  },
  {
    key: 'network',
    label: t('server.status.network'),
    values: [({ input }) => input, ({ output }) => output],
    text: rateText,
  },
  {
    key: 'hitRate',
    label: t('server.status.hitRate'),
    values: [({ hitRate }) => (hitRate === null ? null : hitRate * 100)],
    text: percentText,
    top: 100,
  },
]

function Curve({ chart, points }: { chart: Chart; points: readonly Points[] }): ReactNode {
  const t = useRedisTexts()
  const summaries = points.map(summaryOf)
  const most = Math.max(0, ...summaries.map((summary) => summary?.most ?? 0))
  const top = chart.top ?? topOf(most)
  const last = summaries.map((summary) => (summary === null ? '–' : chart.text(summary.last))).join(' / ')
  const width = Math.max(1, points[0]?.length ?? 0)
  const paths = points.map((each) => curveOf(each, top))
  const label = t('server.status.chart', { label: chart.label, last, most: chart.text(most) })
  return (
    <figure className={styles.chart} role="img" aria-label={label}>
      <figcaption>
        <span>{chart.label}</span>
        <b>{last}</b>
      </figcaption>
      <svg viewBox={`0 0 ${width} 100`} preserveAspectRatio="none" aria-hidden>
        <path className={styles.base} d={`M0 100H${width}`} />
        {paths.map(({ line, area }, at) => (
          <g key={chart.values.length - at}>
            {at === 0 ? <path className={styles.area} d={area} /> : null}
            <path className={at === 0 ? styles.line : styles.second} d={line} />
          </g>
        ))}
      </svg>
    </figure>
  )
}

/** The last minutes as curves; they move with each reading and are not animated. */
export function LiveCharts(props: { samples: readonly ServerSample[]; everyMs: number }): ReactNode {
  const t = useRedisTexts()
  const { samples, everyMs } = props
  if (samples.length === 0) return <p className={styles.note}>{t('server.status.waiting')}</p>
  return (
    <div className={styles.charts} role="group" aria-label={t('server.status.live')}>
      {chartsOf(t).map((chart) => (
        <Curve
          key={chart.key}
          chart={chart}
          points={chart.values.map((valueOf) => pointsOf(samples, valueOf, everyMs))}
        />
      ))}
    </div>
  )
}
