import type { ReactNode } from 'react'
import { TimePicker } from '@qd/web-controls'
import { FieldFrame } from './field-frame.tsx'
import type { FieldProps } from './field-frame.tsx'

/** A moment, in milliseconds UTC; null: none. */
export function TimeField(props: FieldProps & { label: string; isDateOnly?: boolean }): ReactNode {
  return (
    <FieldFrame {...props}>
      {(field, control) => (
        <TimePicker
          id={control.id}
          label={props.label}
          disabled={control.disabled}
          isInvalid={control['aria-invalid']}
          isDateOnly={props.isDateOnly === true}
          value={typeof field.value === 'number' ? field.value : null}
          onChange={(value) => field.set(value)}
        />
      )}
    </FieldFrame>
  )
}
