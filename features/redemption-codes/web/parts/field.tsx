import type { ReactNode } from 'react'
import styles from './parts.module.css'

/** A name above its input, and what to know about it below. */
export function Field({
  label,
  help,
  fault,
  children,
}: {
  label: string
  help?: string
  /** What is wrong with it now, in the place of `help`. */
  fault?: string | undefined
  children: ReactNode
}): ReactNode {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      {children}
      {fault === undefined ? null : <em data-tone="err">{fault}</em>}
      {help === undefined || fault !== undefined ? null : <em>{help}</em>}
    </label>
  )
}
