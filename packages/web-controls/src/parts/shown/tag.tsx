import type { ReactNode } from 'react'
import styles from './tag.module.css'

export type Tone = 'ok' | 'warn' | 'error' | 'theme' | 'neutral'

export interface TagProps {
  tone?: Tone
  children: ReactNode
  title?: string
}

/** A small softly filled label; colour means state. */
export function Tag({ tone = 'neutral', children, title }: TagProps): ReactNode {
  return (
    <span className={styles.tag} data-tone={tone} title={title}>
      {children}
    </span>
  )
}
