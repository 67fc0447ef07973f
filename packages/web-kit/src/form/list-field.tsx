import { Checkbox, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { useKitText } from '../i18n/kit-text.ts'
import { TimePicker } from '../time/time-picker.tsx'
import type { ChoiceOption } from './choice-field.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldProps } from './field-frame.tsx'
import styles from './form.module.css'

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** Several of a few, all of them in view; a press on the label checks all or none. */
export function CheckListField(props: FieldProps & { options: readonly ChoiceOption[] }): ReactNode {
  const t = useKitText()
  return (
    <FieldFrame {...props} isGroup>
      {(field, control) => {
        const checked = new Set(textsOf(field.value))
        const values = props.options.map(({ value }) => String(value))
        const isFull = values.every((value) => checked.has(value))
        const toggle = (value: string) =>
          field.set(values.filter((one) => (one === value ? !checked.has(one) : checked.has(one))))
        return (
          <div
            id={control.id}
            role="group"
            aria-labelledby={control['aria-labelledby']}
            aria-describedby={control['aria-describedby']}
            tabIndex={-1}
            className={styles.checks}
          >
            {props.options.map(({ value, label, isDisabled }) => (
              <Checkbox
                key={value}
                checked={checked.has(String(value))}
                disabled={control.disabled || isDisabled === true}
                onChange={() => toggle(String(value))}
              >
                {label}
              </Checkbox>
            ))}
            {props.options.length > 3 ? (
              <button
                type="button"
                className={styles.all}
                disabled={control.disabled}
                onClick={() => field.set(isFull ? [] : values)}
              >
                {t(isFull ? 'form.none' : 'form.all')}
              </button>
            ) : null}
          </div>
        )
      }}
    </FieldFrame>
  )
}

/** A list of free texts; Enter, comma or a pasted list make entries of it, doubles are dropped. */
export function TagInputField(props: FieldProps & { placeholder?: string }): ReactNode {
  return (
    <FieldFrame {...props}>
      {(field, control) => (
        <Select<string[]>
          {...control}
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', '，', '、', ' ', '\n', '\t']}
          className={styles.wide}
          placeholder={props.placeholder}
          value={textsOf(field.value)}
          onChange={(values) => field.set([...new Set(values.map((value) => value.trim()).filter(Boolean))])}
        />
      )}
    </FieldFrame>
  )
}

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

/** JSON as text; see `jsonTextSchema`. */
export function JsonField(props: FieldProps & { rows?: number }): ReactNode {
  return (
    <FieldFrame {...props}>
      {(field, control) => (
        <Input.TextArea
          {...control}
          className={styles.mono}
          autoSize={{ minRows: props.rows ?? 6, maxRows: 20 }}
          spellCheck={false}
          value={typeof field.value === 'string' ? field.value : ''}
          onChange={(event) => field.set(event.target.value)}
        />
      )}
    </FieldFrame>
  )
}
