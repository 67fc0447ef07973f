import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './form-field.module.css'

export interface FieldControl {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

/** A label, its control and what is wrong with it. */
export function FormField(props: {
  label: string
  error?: string
  children: (control: FieldControl) => ReactNode
}): ReactNode {
  const id = useId()
  const errorId = `${id}-error`
  const isInvalid = props.error !== undefined
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {props.label}
      </label>
      {props.children({
        id,
        'aria-invalid': isInvalid,
        'aria-describedby': isInvalid ? errorId : undefined,
      })}
      <p id={errorId} role="alert" className={styles.error}>
        {props.error}
      </p>
    </div>
  )
}
