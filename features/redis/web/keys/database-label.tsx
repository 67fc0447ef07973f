import type { ReactNode } from 'react'
import styles from './keys.module.css'

/** Connection and database in one line. Where it is too short for both, the database stays. */
export function DatabaseLabel({ connection, database }: { connection: string; database: string }): ReactNode {
  return (
    <span className={styles.tabParts}>
      <span>{connection}</span>
      <span>{` · ${database}`}</span>
    </span>
  )
}
