import { formatQuantity } from '@qd/web-base'
import type { CSSProperties, ReactNode } from 'react'
import { SLOT_COUNT } from '../../../contract/index.ts'
import type { ClusterNode, SlotRange } from '../../../contract/index.ts'
import { useRedisTexts } from '../../texts.ts'
import styles from './topology.module.css'

export const rangeText = ({ from, to }: SlotRange): string => (from === to ? String(from) : `${from}–${to}`)

/** Of many ranges the first few, and how many more. */
export function rangesText(ranges: readonly SlotRange[], most = 4): string {
  const shown = ranges.slice(0, most).map(rangeText).join(', ')
  return ranges.length > most ? `${shown} … (${ranges.length})` : shown
}

const colour = (at: number): CSSProperties => ({ '--at': at }) as CSSProperties

/** All slots from left to right in the colour of their master; those without one are hatched. */
export function SlotMap(props: {
  masters: readonly ClusterNode[]
  uncovered: readonly SlotRange[]
  /** Slot of a key that was asked for. */
  marked: number | null
}): ReactNode {
  const t = useRedisTexts()
  const { masters, uncovered, marked } = props
  const parts = [
    ...masters.flatMap(({ slots }, at) => slots.map((range) => ({ range, at }))),
    ...uncovered.map((range) => ({ range, at: null })),
  ].toSorted((left, right) => left.range.from - right.range.from)
  return (
    <div className={styles.map}>
      <div className={styles.strip} aria-hidden>
        {parts.map(({ range, at }) => (
          <span
            key={range.from}
            className={styles.range}
            data-free={at === null}
            title={`${rangeText(range)} ${at === null ? '' : masters[at]!.address}`}
            style={{ ...colour(at ?? 0), flexGrow: range.to - range.from + 1 }}
          />
        ))}
        {marked === null ? null : (
          <span className={styles.mark} style={{ left: `${(marked / SLOT_COUNT) * 100}%` }} />
        )}
      </div>
      <ul className={styles.legend} aria-label={t('topics.cluster.map')}>
        {masters.map((node, at) => (
          <li key={node.id}>
            <i className={styles.range} style={colour(at)} aria-hidden />
            <span className="qd-mono">{node.address}</span>
            {t('topics.cluster.share', {
              slots: formatQuantity(node.slotCount),
              percent: ((node.slotCount / SLOT_COUNT) * 100).toFixed(1),
            })}
          </li>
        ))}
        {uncovered.length === 0 ? null : (
          <li>
            <i className={styles.range} data-free aria-hidden />
            {t('topics.cluster.uncovered', { ranges: rangesText(uncovered) })}
          </li>
        )}
      </ul>
    </div>
  )
}
