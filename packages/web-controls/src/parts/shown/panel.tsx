import { formatQuantity } from '@qd/web-base'
import { useId } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { PanelIcon } from './panel-icon.ts'
import styles from './panel.module.css'

export interface PanelProps {
  title?: ReactNode
  count?: ReactNode
  icon?: ReactNode
  actions?: ReactNode
  /** The 26 px line at the foot. */
  status?: ReactNode
  children: ReactNode
  /** Pixels around the body; default 0: rows reach the edge. */
  bodyPadding?: number
  className?: string
  style?: CSSProperties
  /** Name of the region where the title is none, or no name. */
  label?: string
}

/** A bordered region with a 38 px head, a body that scrolls by itself and a status line. */
export function Panel(props: PanelProps): ReactNode {
  const titleId = useId()
  const hasHead = props.title !== undefined || props.actions !== undefined
  const isNamed = props.title === undefined || props.label !== undefined
  const naming = isNamed ? { 'aria-label': props.label } : { 'aria-labelledby': titleId }
  return (
    <section className={`${styles.panel} ${props.className ?? ''}`} style={props.style} {...naming}>
      {hasHead ? (
        <header className={styles.head}>
          {props.icon === undefined ? null : <span className={styles.icon}>{props.icon}</span>}
          <h2 className={styles.title} id={titleId}>
            {props.title}
          </h2>
          {props.count === undefined ? null : (
            <span className={styles.count}>
              {typeof props.count === 'number' ? formatQuantity(props.count) : props.count}
            </span>
          )}
          {props.actions === undefined ? null : <div className={styles.actions}>{props.actions}</div>}
        </header>
      ) : null}
      <div className={styles.body} style={{ padding: props.bodyPadding ?? 0 }}>
        <PanelIcon value={props.icon}>{props.children}</PanelIcon>
      </div>
      {props.status === undefined ? null : (
        <footer className={styles.status}>
          {typeof props.status === 'string' ? <span title={props.status}>{props.status}</span> : props.status}
        </footer>
      )}
    </section>
  )
}
