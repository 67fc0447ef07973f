import type { Field } from '@qd/protocol-model'
import { AutoComplete } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import type { ComponentRef, ReactNode } from 'react'
import { choicesOf, useFieldPlace } from '@qd/web-controls/fields'
import type { FieldChoice } from '@qd/web-controls/fields'
import styles from './key-input.module.css'

export interface KeyInputProps {
  field: Field
  value: string
  /** What is wrong with the key, if anything. */
  hint: string | null
  onChange: (value: string) => void
  onSubmit: () => void
  isAutoFocused?: boolean
}

const MAX_OPTIONS = 200

/** Asks for the key of a new row or element; known ids are found by number or name. */
export function KeyInput(props: KeyInputProps): ReactNode {
  const { field, value, hint, onChange, onSubmit } = props
  const { offered } = useFieldPlace()
  const options = useMemo((): readonly FieldChoice[] => {
    const known = field.dataProvider === undefined ? null : offered(field.dataProvider)
    return known ?? (choicesOf(field) ?? []).map(({ value: of, label }) => ({ value: String(of), label }))
  }, [field, offered])
  const input = useRef<ComponentRef<typeof AutoComplete>>(null)
  const isAutoFocused = props.isAutoFocused === true
  useEffect(() => {
    if (!isAutoFocused) return undefined
    // A dialog takes the focus when it opens; the input takes it after that.
    const timer = setTimeout(() => input.current?.focus(), 60)
    return () => clearTimeout(timer)
  }, [isAutoFocused])
  const needle = value.trim().toLowerCase()
  const found = options.filter((each) =>
    `${each.value} ${each.label} ${each.detail ?? ''}`.toLowerCase().includes(needle),
  )
  return (
    <span className={styles.box}>
      <AutoComplete
        className={styles.input}
        value={value}
        status={hint === null ? undefined : 'error'}
        aria-label={`${field.name} ${field.fieldName}`}
        placeholder={`${field.name} ${field.fieldName}`}
        ref={input}
        options={found.slice(0, MAX_OPTIONS).map((each) => ({
          value: each.value,
          label: (
            <span className={styles.option}>
              <code>{each.value}</code> {each.label}
              {each.detail === undefined ? null : <small>{each.detail}</small>}
            </span>
          ),
        }))}
        onChange={(next: string) => onChange(next.trim())}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && found.length === 0) onSubmit()
        }}
      />
      {hint === null ? null : (
        <span className={styles.hint} role="alert">
          {hint}
        </span>
      )}
    </span>
  )
}
