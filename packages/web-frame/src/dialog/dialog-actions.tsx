import type { ReactNode } from 'react'
import styles from './dialog-actions.module.css'

/** The row of buttons at the foot of a dialog; the confirming one stands last. */
export function DialogActions({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles.actions}>{children}</div>
}
