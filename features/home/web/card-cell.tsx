import type { RouteReply } from '@qd/contract-kit'
import type { serverCard } from '@qd/scope/contract'
import type { ReactNode } from 'react'
import styles from './server-panel.module.css'

export type ServerCard = RouteReply<typeof serverCard>

/** One labelled value of the server card. */
export function CardCell(props: {
  label: string
  /** `wide`: needs more than one column where columns are narrow. */
  size?: 'wide'
  title?: string
  children: ReactNode
}): ReactNode {
  return (
    <div className={styles.cell} data-size={props.size} title={props.title}>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  )
}
