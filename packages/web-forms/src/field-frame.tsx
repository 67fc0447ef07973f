import type { ReactNode } from 'react'
import { useIsPreview, useKitText } from '@qd/web-base'
import { useField } from './form-context.ts'
import type { FieldState } from './form-context.ts'
import styles from './form.module.css'

/** What every field takes. */
export interface FieldProps {
  /** Dotted path in the form's values. */
  name: string
  label: ReactNode
  help?: ReactNode
  isRequired?: boolean
  isDisabled?: boolean
}

export interface FieldControl {
  id: string
  disabled: boolean
  'aria-invalid': boolean
  'aria-required': boolean
  'aria-describedby': string | undefined
}

/** Label, control, help and what is wrong, tied together for readers. */
export function FieldFrame(
  props: FieldProps & { children: (field: FieldState, control: FieldControl) => ReactNode },
): ReactNode {
  const t = useKitText()
  const isPreview = useIsPreview()
  const field = useField(props.name)
  const { id, error } = field
  const helpId = props.help === undefined ? undefined : `${id}-help`
  const errorId = error === undefined ? undefined : `${id}-error`
  const described = [helpId, errorId].filter(Boolean).join(' ')
  return (
    <div className={styles.field} data-invalid={error !== undefined}>
      <label htmlFor={id} className={styles.label}>
        {props.label}
        {props.isRequired === true ? (
          <span className={styles.required} title={t('form.required')} aria-hidden>
            *
          </span>
        ) : null}
      </label>
      {props.children(field, {
        id,
        disabled: props.isDisabled === true || isPreview,
        'aria-invalid': error !== undefined,
        'aria-required': props.isRequired === true,
        'aria-describedby': described === '' ? undefined : described,
      })}
      {props.help === undefined ? null : (
        <p id={helpId} className={styles.help}>
          {props.help}
        </p>
      )}
      {error === undefined ? null : (
        <p id={errorId} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
