import type { ReactNode } from 'react'
import styles from './record-page.module.css'

interface Inside {
  children: ReactNode
}

/** The page of one record: what it is on the left, what came of it on the right; one below the other on a phone. */
export function RecordColumns({ children }: Inside): ReactNode {
  return <div className={styles.columns}>{children}</div>
}

export function RecordPart({ children }: Inside): ReactNode {
  return <section className={styles.part}>{children}</section>
}

/** Why it stands still or ended badly. */
export function RecordNote({ tone, children }: Inside & { tone: 'warn' | 'err' }): ReactNode {
  return (
    <p className={styles.note} data-tone={tone} role="status">
      {children}
    </p>
  )
}

export function RecordActions({ children }: Inside): ReactNode {
  return <section className={styles.actions}>{children}</section>
}

/** What is known of it, each a `RecordFact`. */
export function RecordFacts({ children }: Inside): ReactNode {
  return <dl className={styles.facts}>{children}</dl>
}

export function RecordFact({ label, children }: Inside & { label: ReactNode }): ReactNode {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
