import type { ReactNode } from 'react'
import styles from './figures.module.css'
import { shareText } from './shown.ts'

/** A part of a whole as a bar with its percent. */
export function Share({ part, whole }: { part: number; whole: number }): ReactNode {
  return (
    <span className={styles.share}>
      <span className={styles.shareBar} aria-hidden>
        <span style={{ transform: `scaleX(${whole === 0 ? 0 : Math.min(1, part / whole)})` }} />
      </span>
      <span className={styles.number}>{shareText(part, whole)}</span>
    </span>
  )
}
