import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './mail-editor.module.css'

/** A field with its label at its left, or above it on a phone. */
export function FieldRow(props: {
  label: string
  /** As wide as its content, beside one that takes the rest. */
  isShort?: boolean
  children: (id: string) => ReactNode
}): ReactNode {
  const id = useId()
  return (
    <div className={props.isShort === true ? styles.shortField : styles.field}>
      <label htmlFor={id}>{props.label}</label>
      {props.children(id)}
    </div>
  )
}
