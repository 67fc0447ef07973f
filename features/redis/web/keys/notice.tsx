import type { ReactNode } from 'react'
import styles from './keys.module.css'

/** One line above the keys: what happened, or which limit was reached. */
export function Notice(props: {
  tone: 'error' | 'warn' | 'info'
  icon: ReactNode
  children: ReactNode
  action?: ReactNode
}): ReactNode {
  return (
    <div className={styles.notice} data-tone={props.tone} role={props.tone === 'error' ? 'alert' : 'status'}>
      {props.icon}
      <span className={styles.noticeText}>{props.children}</span>
      {props.action}
    </div>
  )
}
