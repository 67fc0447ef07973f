import type { FieldType } from '@qd/proto-wire'
import { SegmentedControl } from '@qd/web-controls'
import { Select } from 'antd'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useSimulatorTexts } from '../texts.ts'
import styles from './compose.module.css'
import { boxText, bytesText, bytesValue, greyText, shownView, typedValue } from './field-values.ts'
import type { BytesView } from './field-values.ts'
import { useFormAround, useTyped } from './form-context.ts'

export interface BoxProps {
  field: FieldType
  /** `items`, `[0]`, a key: what stands before the box. */
  label: ReactNode
  /** The same for readers. */
  name: string
  path: string
  value: unknown
  onChange: (value: unknown) => void
  /** Behind the box: takes the element out of its list. */
  end?: ReactNode
}

/** Number, type and comment of a field, for the line below the form. */
export function hintOf({ number, type, comment, label }: FieldType): string {
  return [`#${number}`, label === 'repeated' ? `${type}[]` : type, comment]
    .filter((part) => part !== '')
    .join(' · ')
}

function Text(props: BoxProps & { id: string; isWrong: boolean }): ReactNode {
  const { field, value, onChange } = props
  return (
    <input
      id={props.id}
      className={styles.input}
      autoComplete="off"
      spellCheck={false}
      dir="auto"
      inputMode={field.kind === 'scalar' && field.type !== 'string' ? 'text' : undefined}
      placeholder={greyText(field)}
      aria-invalid={props.isWrong}
      value={boxText(value)}
      onChange={({ target }) => onChange(typedValue(field, target.value))}
    />
  )
}

const TRUTH = ['false', 'true'] as const

function Truth({ field, name, value, onChange }: BoxProps): ReactNode {
  // Absent is not false where the definition tells them apart.
  const options = TRUTH.map((each) => ({ value: each, label: each }))
  return (
    <Select
      size="small"
      variant="borderless"
      className={styles.select}
      aria-label={name}
      allowClear
      placeholder={greyText(field)}
      value={value === undefined || value === null ? undefined : String(value)}
      options={options}
      onChange={(next?: string) => onChange(next === undefined ? undefined : next === 'true')}
    />
  )
}

function Choice({ field, name, value, onChange }: BoxProps): ReactNode {
  const options = (field.enum?.values ?? []).map((each) => ({
    value: each.name,
    label: `${each.name} ${each.number}`,
    title: each.comment,
  }))
  return (
    <Select
      size="small"
      variant="borderless"
      className={styles.select}
      aria-label={name}
      allowClear
      showSearch
      placeholder={greyText(field)}
      value={value === undefined || value === null ? undefined : String(value)}
      options={options}
      onChange={(next?: string) => onChange(next)}
    />
  )
}

const VIEWS: readonly BytesView[] = ['hex', 'base64', 'text']

function Bytes(props: BoxProps & { id: string; isWrong: boolean }): ReactNode {
  const t = useSimulatorTexts()
  const { value, path, onChange } = props
  const [chosen, setView] = useState<BytesView>('hex')
  const [typed, setTyped] = useState<string | null>(null)
  const [wrong, setWrong] = useTyped(path)
  const view = shownView(value, chosen)
  const change = (text: string): void => {
    setTyped(text)
    const next = bytesValue(text, view)
    setWrong(typeof next === 'string' ? null : next)
    if (typeof next === 'string') onChange(next === '' ? undefined : next)
  }
  return (
    <>
      <input
        id={props.id}
        className={styles.input}
        autoComplete="off"
        spellCheck={false}
        placeholder={'""'}
        aria-invalid={props.isWrong || wrong !== null}
        value={wrong?.text ?? typed ?? bytesText(value, view)}
        onChange={({ target }) => change(target.value)}
        onBlur={() => setTyped(null)}
      />
      <SegmentedControl
        label={t('page.form.bytesAs')}
        value={view}
        segments={VIEWS.map((each) => ({ value: each, label: each }))}
        onChange={(next) => {
          setWrong(null)
          setView(next)
        }}
      />
    </>
  )
}

/** One value: its name in grey, then the box; what is wrong with it stands below. */
export function FieldBox(props: BoxProps): ReactNode {
  const { field, path } = props
  const { faultPath, faultText, onHint } = useFormAround()
  const id = useId()
  const isWrong = faultPath === path
  const shared = { ...props, id, isWrong }
  return (
    <div className={styles.fieldRow}>
      <div
        className={styles.box}
        data-wrong={isWrong}
        data-deprecated={field.isDeprecated}
        onFocus={() => onHint(hintOf(field))}
      >
        <label htmlFor={id} className={styles.label} title={field.comment || undefined}>
          {props.label}
        </label>
        {field.enum !== null ? (
          <Choice {...props} />
        ) : field.type === 'bool' ? (
          <Truth {...props} />
        ) : field.type === 'bytes' ? (
          <Bytes {...shared} />
        ) : (
          <Text {...shared} />
        )}
        {props.end}
      </div>
      {isWrong ? (
        <p className={styles.fault} role="alert">
          {faultText}
        </p>
      ) : null}
    </div>
  )
}
