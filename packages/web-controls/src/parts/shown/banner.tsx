import type { ReactNode } from 'react'
import styles from './banner.module.css'

/** One line above the pages that everybody has to know now; told to readers when it comes. */
export function Banner(props: {
  tone: 'info' | 'warn' | 'err'
  icon: ReactNode
  children: ReactNode
  action?: ReactNode
}): ReactNode {
  return (
    <div className={styles.banner} data-tone={props.tone} role="status">
      {props.icon}
      <span className={styles.text}>{props.children}</span>
      {props.action}
    </div>
  )
}
