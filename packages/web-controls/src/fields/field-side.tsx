import type { Field } from '@qd/protocol-model'
import type { ReactNode } from 'react'
import styles from './field-input.module.css'
import { useFieldTexts } from './texts.ts'
import { groupDigits, inputKind, isIdField, rangeText } from './typed-input.ts'

const COUNTED_FROM = 0.7

/** Bytes of a limited text, shown while it is typed and when it comes near its limit. */
function Bytes({ text, max, hasFocus }: { text: string; max: number; hasFocus: boolean }): ReactNode {
  const t = useFieldTexts()
  const bytes = new TextEncoder().encode(text).length
  if (!hasFocus && bytes < max * COUNTED_FROM) return null
  return (
    <span className={styles.side} data-note="side" data-over={bytes > max} title={t('bytes', { count: max })}>
      {bytes}/{max}
    </span>
  )
}

function Beside({ children }: { children: ReactNode }): ReactNode {
  return (
    <span className={styles.side} data-note="side">
      {children}
    </span>
  )
}

/** Beside an input: where a typed change leads, the range while one types, a large number with separators, the bytes of a text. */
export function FieldSide(props: {
  field: Field
  text: string
  /** What the text stands for, see `relativeNumber`. */
  meant: string
  hasFocus: boolean
}): ReactNode {
  const { field, text, meant, hasFocus } = props
  const grouped = groupDigits(meant)
  const kind = inputKind(field)
  if (kind === 'text' && field.maxBytes !== undefined)
    return <Bytes text={text} max={field.maxBytes} hasFocus={hasFocus} />
  if (kind !== 'int' && kind !== 'float') return null
  if (meant !== text) return <Beside>= {grouped}</Beside>
  const range = hasFocus ? rangeText(field) : ''
  if (range !== '') return <Beside>{range}</Beside>
  return grouped === text || isIdField(field, '') ? null : <Beside>{grouped}</Beside>
}
