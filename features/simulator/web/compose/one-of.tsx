import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useSimulatorTexts } from '../texts.ts'
import styles from './compose.module.css'
import { newElement, withField } from './field-values.ts'
import { pathIn, useFormAround } from './form-context.ts'
import type { FieldProps, MessageFormProps } from './form-context.ts'

interface OneOfProps extends MessageFormProps {
  name: string
  /** Draws the chosen field: it may be a message, whose form has a oneof again. */
  children: (field: FieldProps) => ReactNode
}

/** One of several fields: choosing another takes the first out. */
export function OneOf(props: OneOfProps): ReactNode {
  const t = useSimulatorTexts()
  const { schema } = useFormAround()
  const { name, type, value, path, onChange } = props
  const members = type.oneofs.get(name) ?? []
  const chosen = members.find((member) => value[member] !== undefined && value[member] !== null)
  const field = chosen === undefined ? undefined : type.byName.get(chosen)
  const choose = (member?: string): void => {
    const rest = members.reduce((object, other) => withField(object, other, undefined), value)
    const next = member === undefined ? undefined : type.byName.get(member)
    onChange(next === undefined ? rest : withField(rest, next.name, newElement(schema, next)))
  }
  return (
    <div className={styles.group} role="group" aria-label={name}>
      <div className={styles.box}>
        <span className={styles.label}>{name}</span>
        <Select
          size="small"
          variant="borderless"
          className={styles.select}
          aria-label={t('page.form.oneof', { name })}
          allowClear
          placeholder={t('page.form.none')}
          value={chosen}
          options={members.map((member) => ({ value: member, label: member }))}
          onChange={(member?: string) => choose(member)}
        />
      </div>
      {field === undefined ? null : (
        <div className={styles.inside}>
          {props.children({
            field,
            value: value[field.name],
            path: pathIn(path, field.name),
            // Emptied, it stays the chosen one.
            onChange: (next) => onChange(withField(value, field.name, next ?? newElement(schema, field))),
          })}
        </div>
      )}
    </div>
  )
}
