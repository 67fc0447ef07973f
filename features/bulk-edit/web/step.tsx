import type { ReactNode } from 'react'
import { Panel } from '@qd/web-controls'
import styles from './bulk.module.css'

export interface StepProps {
  number: number
  title: string
  note?: ReactNode
  failure?: string | null
  actions?: ReactNode
  children: ReactNode
}

/** One of the numbered steps of a bulk edit. */
export function Step({ number, title, note, failure, actions, children }: StepProps): ReactNode {
  return (
    <Panel
      title={title}
      icon={<span className={styles.number}>{number}</span>}
      count={note}
      actions={actions}
      className={styles.step}
      bodyPadding={12}
    >
      <div className={styles.stepBody}>
        {children}
        {failure === undefined || failure === null ? null : (
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
        )}
      </div>
    </Panel>
  )
}
