import type { ReactNode } from 'react'
import styles from './parts.module.css'

export interface Fact {
  label: string
  value: ReactNode
  more?: ReactNode
}

/** Figures as cards, as many in a row as there is room for. */
export function Facts({ label, facts }: { label: string; facts: readonly Fact[] }): ReactNode {
  return (
    <dl className={styles.facts} aria-label={label}>
      {facts.map((fact) => (
        <div key={fact.label} className={styles.fact}>
          <dt>{fact.label}</dt>
          <dd>
            {fact.value}
            {fact.more === undefined ? null : <small>{fact.more}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
