import type { ReactNode } from 'react'
import styles from './kbd.module.css'

/** A key as it is written on the keyboard. */
export function Kbd({ children }: { children: ReactNode }): ReactNode {
  return <kbd className={styles.kbd}>{children}</kbd>
}
