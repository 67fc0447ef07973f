import { Panel } from '@qd/web-controls'
import type { ReactNode } from 'react'
import styles from './about-page.module.css'

export interface Fact {
  name: string
  value: ReactNode
}

/** Names with their values, one under the other. */
export function Facts(props: { title: string; icon: ReactNode; facts: readonly Fact[] }): ReactNode {
  return (
    <Panel title={props.title} icon={props.icon} bodyPadding={14}>
      <dl className={styles.facts}>
        {props.facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
