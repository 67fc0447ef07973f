import type { ReactNode } from 'react'
import styles from './tool-bar.module.css'

export interface ToolBarProps {
  children: ReactNode
  /** Named, its parts belong together. */
  label?: string
  /** As wide as the text below it: with lower switches and more room around them. */
  isWide?: boolean
}

/** The bar above a list: of the grid and of the time line. */
export function ToolBar({ children, label, isWide = false }: ToolBarProps): ReactNode {
  return (
    <div
      className={styles.bar}
      data-wide={isWide || undefined}
      role={label === undefined ? undefined : 'group'}
      aria-label={label}
    >
      {children}
    </div>
  )
}

/** A switch in the bar: pressed, the list is narrowed by it. */
export function BarToggle(props: { isOn: boolean; onToggle: () => void; children: ReactNode }): ReactNode {
  return (
    <button type="button" className={styles.toggle} aria-pressed={props.isOn} onClick={props.onToggle}>
      {props.children}
    </button>
  )
}
