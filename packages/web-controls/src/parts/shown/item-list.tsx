import { Fragment } from 'react'
import type { ReactNode } from 'react'
import styles from './item-list.module.css'

/** Few things, one below the other, each an `Item`. */
export function ItemList({ children }: { children: ReactNode }): ReactNode {
  return <ul className={styles.list}>{children}</ul>
}

export interface ItemProps {
  icon?: ReactNode
  title: ReactNode
  /** Lines below the title, each a `span`. */
  children?: ReactNode
  /** Times or other short facts, one below the other. */
  facts?: readonly (readonly [label: string, value: ReactNode])[]
  buttons?: ReactNode
  /** It stands in a panel by itself, not in a list. */
  isAlone?: boolean
}

/** One thing with its name, what is known of it, and what can be done with it. */
export function Item({ icon, title, children, facts, buttons, isAlone = false }: ItemProps): ReactNode {
  const Element = isAlone ? 'div' : 'li'
  return (
    <Element className={styles.item}>
      {icon}
      <div className={styles.what}>
        <strong>{title}</strong>
        {children}
      </div>
      {facts === undefined ? null : (
        <dl className={styles.times}>
          {facts.map(([label, value]) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      {buttons === undefined || buttons === null ? null : <div className={styles.buttons}>{buttons}</div>}
    </Element>
  )
}
