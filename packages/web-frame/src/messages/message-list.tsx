import type { ReactNode } from 'react'
import styles from './message-list.module.css'
import { TOAST_ICONS } from '../toast/toast-host.tsx'
import type { LoggedMessage } from './message-log.ts'

/** Messages, newest first, each a `MessageCard`. */
export function MessageList({ label, children }: { label?: string; children: ReactNode }): ReactNode {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  )
}

interface MessageCardProps {
  kind: LoggedMessage['kind']
  title?: ReactNode
  text: string
  /** Small, in one line: when, where, how often. */
  facts: ReactNode
  action: ReactNode
}

/** What was said, with its kind as a mark. */
export function MessageCard({ kind, title, text, facts, action }: MessageCardProps): ReactNode {
  const Icon = TOAST_ICONS[kind]
  return (
    <li className={styles.card} data-kind={kind}>
      <Icon size={15} aria-hidden />
      <div className={styles.text}>
        {title}
        {text === '' ? null : <p>{text}</p>}
        <div className={styles.facts}>{facts}</div>
      </div>
      {action}
    </li>
  )
}
