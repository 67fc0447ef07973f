import { Switch } from 'antd'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFieldPlace } from './field-place.ts'
import styles from './field-input.module.css'
import { leaveOf } from './field-props.ts'
import type { FieldInputProps } from './field-props.ts'
import { useFieldTexts } from './texts.ts'
import { choicesOf, parseInput } from './typed-input.ts'

const ZERO_ONE = [
  { value: 0, label: '0' },
  { value: 1, label: '1' },
]

/** A handful of choices. A value that is none of them stays visible and can be kept. */
export function ChoiceInput(props: FieldInputProps): ReactNode {
  const { field, value, onCommit, onLeave } = props
  const t = useFieldTexts()
  const place = useFieldPlace()
  const choices = choicesOf(field) ?? ZERO_ONE
  const isKnown = choices.some((choice) => String(choice.value) === String(value))
  return (
    <span className={styles.choice}>
      <select
        className={styles.input}
        data-cell={props.isCell === true}
        data-unknown={!isKnown}
        aria-label={props.label}
        aria-invalid={(props.fault ?? null) !== null}
        disabled={props.isReadOnly}
        value={String(value)}
        autoFocus={props.isAutoFocused}
        onChange={(event) => {
          const read = parseInput(field, event.target.value, {
            current: value,
            zoneMinutes: place.zoneMinutes,
          })
          if (read.ok) onCommit(read.value)
        }}
        onKeyDown={(event) => {
          event.stopPropagation()
          const leave = event.key === 'Escape' ? 'stay' : leaveOf(event)
          if (leave === null || !onLeave) return
          event.preventDefault()
          onLeave(leave)
        }}
        onBlur={() => onLeave?.('stay')}
      >
        {isKnown ? null : (
          <option value={String(value)}>
            {value === undefined || value === null || value === ''
              ? ''
              : t('unknown', { value: String(value) })}
          </option>
        )}
        {choices.map((choice) => (
          <option key={String(choice.value)} value={String(choice.value)}>
            {choice.label}
          </option>
        ))}
      </select>
      <ChevronDown size={13} aria-hidden />
    </span>
  )
}

/** On or off, for a field that is 0 or 1; the words of its choices stand beside. */
export function FlagInput(props: FieldInputProps): ReactNode {
  const { field, value } = props
  const choices = choicesOf(field) ?? ZERO_ONE
  const of = (digit: string) => choices.find((choice) => String(choice.value) === digit)
  const [off, on] = [of('0'), of('1')]
  const isFlag = String(value) === '0' || String(value) === '1'
  // A cell is edited by keys, and a value beyond on and off has to stay visible.
  if (props.isCell === true || !isFlag || !off || !on) return <ChoiceInput {...props} />
  const isOn = String(value) === '1'
  const wanted = (digit: 0 | 1): string | number => (typeof value === 'string' ? String(digit) : digit)
  return (
    <span className={styles.flag}>
      <Switch
        size="small"
        aria-label={props.label}
        disabled={props.isReadOnly}
        checked={isOn}
        onChange={(next) => props.onCommit(wanted(next ? 1 : 0))}
      />
      <span className={styles.side}>{(isOn ? on : off).label}</span>
    </span>
  )
}
