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
  /** Stands in the error's place until there is one. */
  hint?: string
  children: (control: FieldControl) => ReactNode
}): ReactNode {
  const id = useId()
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const isInvalid = props.error !== undefined
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {props.label}
      </label>
      {props.children({
        id,
        'aria-invalid': isInvalid,
        'aria-describedby': isInvalid ? errorId : props.hint === undefined ? undefined : hintId,
      })}
      <div className={styles.below}>
        {isInvalid || props.hint === undefined ? null : (
          <p id={hintId} className={styles.hint}>
            {props.hint}
          </p>
        )}
        <p id={errorId} role="alert" className={styles.error}>
          {props.error}
        </p>
      </div>
    </div>
  )
}
