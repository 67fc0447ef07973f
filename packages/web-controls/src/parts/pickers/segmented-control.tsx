import type { KeyboardEvent, ReactNode } from 'react'
import styles from './segmented-control.module.css'

export interface Segment<V extends string> {
  value: V
  label: ReactNode
  /** Name for readers when the label is an icon. */
  ariaLabel?: string
  disabled?: boolean
}

export interface SegmentedControlProps<V extends string> {
  label: string
  value: V
  segments: readonly Segment<V>[]
  onChange: (value: V) => void
  isBlock?: boolean
}

/** One choice of few, as joined buttons; arrow keys move. */
export function SegmentedControl<V extends string>(props: SegmentedControlProps<V>): ReactNode {
  const { segments, value, onChange } = props
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = ['ArrowRight', 'ArrowDown'].includes(event.key)
      ? 1
      : ['ArrowLeft', 'ArrowUp'].includes(event.key)
        ? -1
        : 0
    if (step === 0) return
    event.preventDefault()
    const open = segments.filter((segment) => segment.disabled !== true)
    const at = open.findIndex((segment) => segment.value === value)
    const next = open[(at + step + open.length) % open.length]
    if (next === undefined) return
    onChange(next.value)
    event.currentTarget.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus()
  }
  return (
    <div
      role="radiogroup"
      aria-label={props.label}
      className={styles.group}
      data-block={props.isBlock === true}
      onKeyDown={move}
    >
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          role="radio"
          data-value={segment.value}
          aria-checked={segment.value === value}
          aria-label={segment.ariaLabel}
          title={segment.ariaLabel}
          disabled={segment.disabled}
          tabIndex={segment.value === value ? 0 : -1}
          className={styles.segment}
          onClick={() => onChange(segment.value)}
        >
          {segment.label}
        </button>
      ))}
    </div>
  )
}
