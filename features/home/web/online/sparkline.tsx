import type { ReactNode } from 'react'
import { useHomeTexts } from '../texts.ts'
import { curveText } from './curve-text.ts'
import { curveOf, summaryOf } from '@qd/web-controls'
import type { Points } from '@qd/web-controls'
import styles from './online.module.css'

/** Players online within a day, as a line that begins at zero; nothing where nothing is known. */
export function Sparkline({ points }: { points: Points }): ReactNode {
  const t = useHomeTexts()
  const summary = summaryOf(points)
  if (summary === null) return null
  const { line, area } = curveOf(points, summary.most)
  return (
    <svg
      className={styles.spark}
      viewBox={`0 -8 ${points.length} 116`}
      preserveAspectRatio="none"
      role="img"
      aria-label={curveText(t, points)}
    >
      <path className={styles.area} d={area} />
      <path className={styles.line} d={line} />
    </svg>
  )
}
