import { Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './editor-banners.module.css'

export interface EditorBannerProps {
  tone: 'info' | 'warn'
  children: ReactNode
  action?: ReactNode
}

/** One line above the editor. */
export function EditorBanner({ tone, children, action }: EditorBannerProps): ReactNode {
  return (
    <div className={styles.banner} data-tone={tone} role="status">
      {tone === 'warn' ? <TriangleAlert size={15} aria-hidden /> : <Info size={15} aria-hidden />}
      <span className={styles.text} title={typeof children === 'string' ? children : undefined}>
        {children}
      </span>
      {action}
    </div>
  )
}
