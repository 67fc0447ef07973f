import type { ReactNode } from 'react'
import styles from './text-view.module.css'

/** A bar above what it is about, over the whole height. */
export function TextFrame({ bar, children }: { bar: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div className={styles.box}>
      <div className={styles.bar}>{bar}</div>
      {children}
    </div>
  )
}
