import type { ReactNode } from 'react'
import { BIG_KEYS, SIZE_BOUNDS, TTL_SPANS } from '../../contract/index.ts'
import type { Estimate } from '../../contract/index.ts'
import { sizeText } from '../detail/model/bytes.ts'
import { TypeBadge, typeName } from '../keys/type-badge.tsx'
import { useRedisTexts } from '../texts.ts'
import type { AnalysisSession } from './analysis-session.ts'
import { useAnalysis } from './analysis-session.ts'
import styles from './analysis.module.css'
import figures from '../figures/figures.module.css'
import { Share } from '../figures/share.tsx'
import { bytesText, countText } from '../figures/shown.ts'

interface Line {
  readonly id: string
  readonly name: ReactNode
  readonly keys: Estimate
  readonly bytes: Estimate
}

/** Classes of keys with their number, bytes and share of all. */
function Classes(props: { title: string; lines: readonly Line[]; hasBytes: boolean }): ReactNode {
  const t = useRedisTexts()
  const { title, lines, hasBytes } = props
  const weightOf = ({ keys, bytes }: Line): number => (hasBytes ? bytes.value : keys.value)
  const whole = lines.reduce((sum, line) => sum + weightOf(line), 0)
  return (
    <section className={figures.classes}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col" aria-label={title} />
            <th scope="col">{t('analysis.keys')}</th>
            <th scope="col">{t('analysis.bytes')}</th>
            <th scope="col">{t('analysis.share')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <th scope="row">{line.name}</th>
              <td>{countText(line.keys)}</td>
              <td>{hasBytes ? bytesText(line.bytes) : '—'}</td>
              <td>
                <Share part={weightOf(line)} whole={whole} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** How the keys spread over types, times and sizes. */
export function SpreadPart({ session }: { session: AnalysisSession }): ReactNode {
  const t = useRedisTexts()
  const report = useAnalysis(session, (state) => state.report)
  const progress = useAnalysis(session, (state) => state.progress)
  if (report === null || progress === null) return null
  const { hasBytes, options } = progress
  const sizeName = (at: number): string => {
    const bound = SIZE_BOUNDS[at]
    return typeof bound === 'number' ? `< ${sizeText(bound)}` : `≥ ${sizeText(SIZE_BOUNDS[at - 1] ?? 0)}`
  }
  const { strings, largeStrings, collections } = report.big
  const big: readonly (readonly [string, Estimate | null])[] = [
    [t('analysis.bigStrings', { size: sizeText(BIG_KEYS.string) }), strings],
    [t('analysis.bigStrings', { size: sizeText(BIG_KEYS.largeString) }), largeStrings],
    [
      t('analysis.bigCollections', { count: BIG_KEYS.elements }),
      options.withElements || !hasBytes ? collections : null,
    ],
  ]
  return (
    <div className={styles.spread}>
      <Classes
        title={t('analysis.types')}
        hasBytes={hasBytes}
        lines={report.types.map(({ type, ...sums }) => ({
          id: type,
          name: (
            <span className={styles.type}>
              <TypeBadge type={type} />
              {typeName(type)}
            </span>
          ),
          ...sums,
        }))}
      />
      <Classes
        title={t('analysis.ttls')}
        hasBytes={hasBytes}
        lines={report.ttls.map((sums, at) => {
          const span = TTL_SPANS[at] ?? 'more'
          return { id: span, name: t(`analysis.span.${span}`), ...sums }
        })}
      />
      {hasBytes ? (
        <Classes
          title={t('analysis.sizes')}
          hasBytes
          lines={report.sizes.map((sums, at) => ({ id: String(at), name: sizeName(at), ...sums }))}
        />
      ) : null}
      <section className={figures.classes}>
        <table>
          <caption>{t('analysis.big')}</caption>
          <tbody>
            {big.map(([name, keys]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{keys === null ? '—' : countText(keys)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
