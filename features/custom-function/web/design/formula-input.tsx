import { MenuButton } from '@qd/web-controls'
import { Input } from 'antd'
import { Braces } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Condition } from '../model/formula-parser.ts'
import { conditionText, readCondition, readValue, valueText } from '../model/formula.ts'
import type { Read } from '../model/formula.ts'
import { useFunctionTexts } from '../texts.ts'
import { namesFor } from './definition.ts'
import { useDesign } from './design-context.ts'
import { useStepIndex } from './step-index.ts'
import { FaultText } from './fault-text.tsx'
import styles from './design.module.css'

interface TypedProps<T> {
  id?: string
  label: string
  /** Place in the definition, for its faults. */
  path: string
  shown: string
  placeholder?: string
  read: (text: string) => Read<T>
  onChange: (value: T) => void
  /** What a chosen name becomes in the text. */
  withName: (text: string, name: string) => string
}

/** Text that is taken as soon as it can be read; until then what is typed stays, and says where it breaks. */
function TypedInput<T>(props: TypedProps<T>): ReactNode {
  const t = useFunctionTexts()
  const { definition } = useDesign()
  const step = useStepIndex()
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? props.shown
  const parsed = typed === null ? null : props.read(typed)
  const change = (next: string): void => {
    const found = props.read(next)
    setTyped(next)
    if (found.ok) props.onChange(found.value)
  }
  const names = namesFor(definition, step)
  return (
    <span className={styles.formula}>
      <span className={styles.formulaBox}>
        <Input
          id={props.id}
          size="small"
          className="qd-mono"
          aria-label={props.id === undefined ? props.label : undefined}
          aria-invalid={parsed?.ok === false}
          placeholder={props.placeholder}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => change(target.value)}
          onBlur={() => {
            if (parsed?.ok !== false) setTyped(null)
          }}
        />
        <MenuButton
          label={t('formula.insert', { label: props.label })}
          items={names.map((name) => ({
            key: name,
            label: <code>{name}</code>,
            onSelect: () => change(props.withName(text, name)),
          }))}
        >
          <Braces size={14} aria-hidden />
        </MenuButton>
      </span>
      {parsed?.ok === false ? (
        <span className={styles.fault} role="alert">
          {t('formula.broken', { at: parsed.at + 1 })}
        </span>
      ) : null}
      <FaultText path={props.path} isDeep />
    </span>
  )
}

/** A value: text or a number as it is, or with `=` in front a small calculation with parameters and read values. */
export function FormulaInput(props: {
  id?: string
  label: string
  path: string
  value: unknown
  /** Digits are text here: the field they go to is one of text. */
  isText?: boolean
  placeholder?: string
  onChange: (value: unknown) => void
}): ReactNode {
  const { isText = false } = props
  return (
    <TypedInput<unknown>
      {...props}
      shown={valueText(props.value, isText)}
      read={(text) => readValue(text, isText)}
      withName={(text, name) =>
        text.startsWith('=') && text.trim() !== '=' ? `${text} ${name}` : `=${name}`
      }
    />
  )
}

/** A comparison of two values; empty means always. */
export function ConditionInput(props: {
  id?: string
  label: string
  path: string
  value: Condition | undefined
  onChange: (value: Condition | undefined) => void
}): ReactNode {
  const t = useFunctionTexts()
  return (
    <TypedInput<Condition | undefined>
      {...props}
      placeholder={t('formula.conditionHint')}
      shown={props.value === undefined ? '' : conditionText(props.value)}
      read={(text) => (text.trim() === '' ? { ok: true, value: undefined } : readCondition(text))}
      withName={(text, name) => `${text.trim()} ${name}`.trim()}
    />
  )
}
