import type { CSSProperties, ReactNode } from 'react'
import styles from './panel-grid.module.css'

export interface PanelGridProps {
  /** CSS grid columns on wide screens: `220px minmax(0, 1fr) 316px`. */
  columns: string
  rows?: string
  children: ReactNode
}

/** Panels side by side with 12 px between; one column on narrow screens. */
export function PanelGrid({ columns, rows, children }: PanelGridProps): ReactNode {
  const style = { '--columns': columns, '--rows': rows ?? 'minmax(0, 1fr)' } as CSSProperties
  return (
    <div className={styles.grid} style={style}>
      {children}
    </div>
  )
}
