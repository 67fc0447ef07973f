import type { Field } from '@qd/protocol-model'
import { Tag } from '@qd/web-controls'
import type { Tone } from '@qd/web-controls'
import type { ReactNode } from 'react'
import { choicesOf, inputKind } from '@qd/web-controls/fields'
import { nameOf, valueText } from './value-text.ts'
import type { ValueContext } from './value-text.ts'
import styles from './value-view.module.css'

/** Fields whose choices rise in worth, and the colours of that ladder. */
const LADDER_NAME = /quality|rarity|grade/i
const LADDER: readonly Tone[] = ['neutral', 'ok', 'theme', 'warn', 'error']

function ChoiceView({ field, value, text }: { field: Field; value: unknown; text: string }): ReactNode {
  const choices = choicesOf(field) ?? []
  const rank = choices.findIndex((choice) => String(choice.value) === String(value))
  const isLadder = LADDER_NAME.test(field.fieldName) && choices.length === LADDER.length
  return (
    <Tag tone={isLadder ? LADDER[rank] : 'neutral'} title={text}>
      <bdi className={styles.choice}>{text}</bdi>
    </Tag>
  )
}

export interface ValueViewProps {
  field: Field | null
  value: unknown
  context: ValueContext
  /** Adds the name behind an id, where no column shows it. */
  hasName?: boolean
}

/** A value as the grid and the form show it when nobody edits it. */
export function ValueView({ field, value, context, hasName }: ValueViewProps): ReactNode {
  const text = valueText(field, value, context)
  if (!field || value === null || value === undefined) return <span className={styles.dim}>{text}</span>
  if (field.type === 'array' || typeof value === 'object') return <span className={styles.dim}>{text}</span>
  const kind = inputKind(field)
  if (kind === 'choice') return <ChoiceView field={field} value={value} text={text} />
  if (kind === 'flag') return <span className={String(value) === '0' ? styles.dim : undefined}>{text}</span>
  if (kind === 'time') return <span className={styles.time}>{text}</span>
  if (kind === 'text') {
    return (
      <bdi className={styles.text} title={text}>
        {text}
      </bdi>
    )
  }
  const name = hasName === true ? nameOf(field, value, context.place) : null
  return (
    <>
      <span className={styles.number} title={text}>
        {text}
      </span>
      {name === null ? null : <span className={styles.name}>{name}</span>}
    </>
  )
}
