import type { ReactNode } from 'react'
import styles from './before-after.module.css'

/** What stood somewhere, struck out, and what stands there afterwards; what came or went has only one of them. */
export function BeforeAfter(props: { before?: ReactNode; after?: ReactNode }): ReactNode {
  const hasBefore = 'before' in props
  const hasAfter = 'after' in props
  return (
    <span className={styles.values}>
      {hasBefore ? <del>{props.before}</del> : null}
      {/* A text, so that it is copied along. */}
      {hasBefore && hasAfter ? (
        <span aria-hidden className={styles.arrow}>
          {' → '}
        </span>
      ) : null}
      {hasAfter ? <ins>{props.after}</ins> : null}
    </span>
  )
}
