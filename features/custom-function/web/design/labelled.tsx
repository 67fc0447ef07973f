import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './design.module.css'

/** A small label over one input. */
export function Labelled(props: {
  label: ReactNode
  isWide?: boolean
  /** What leads here by its place in the definition. */
  step?: string
  children: (id: string) => ReactNode
}): ReactNode {
  const id = useId()
  return (
    <div className={styles.labelled} data-labelled data-step={props.step} data-wide={props.isWide === true}>
      <label htmlFor={id}>{props.label}</label>
      {props.children(id)}
    </div>
  )
}
