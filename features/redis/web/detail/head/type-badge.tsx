import type { ReactNode } from 'react'
import styles from '../detail.module.css'

/** The type of a key in its colour; the words of Redis itself. */
export function TypeBadge({ type }: { type: string }): ReactNode {
  return (
    <span className={styles.badge} data-type={/json/i.test(type) ? 'json' : type}>
      {type === 'ReJSON-RL' ? 'JSON' : type.toUpperCase()}
    </span>
  )
}
