import type { ReactNode } from 'react'
import styles from './parts.module.css'

/** A name above its input, and what to know about it below. */
export function Field({
  label,
  help,
  children,
}: {
  label: string
  help?: string
  children: ReactNode
}): ReactNode {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      {children}
      {help === undefined ? null : <em>{help}</em>}
    </label>
  )
}
