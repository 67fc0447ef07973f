import { ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { PickerPopup } from './picker-popup.tsx'
import type { PickerOption } from './picker-option.ts'
import styles from './picker.module.css'
import { Tag } from '../shown/tag.tsx'
import { useAnchored } from './use-anchored.ts'
import { usePopover } from './use-popover.ts'

export interface PickerProps {
  /** What is chosen here; also the placeholder. */
  label: string
  value: string
  options: readonly PickerOption[]
  /** Values chosen lately, newest first. */
  recent?: readonly string[]
  onChange: (value: string) => void
  isDisabled?: boolean
  /** Full width, with the label above. */
  isBlock?: boolean
  /** A box among other fields: as wide whatever is chosen. */
  isSlot?: boolean
  /** Shown instead of options: loading or why there are none. */
  emptyText?: string
}

/** Chooses one of many, with search; the popup opens below. */
export function Picker(props: PickerProps): ReactNode {
  const { label, value, options } = props
  const { isOpen, root, trigger, open, close } = usePopover<HTMLDivElement>()
  const popup = useRef<HTMLDivElement>(null)
  useAnchored(isOpen, trigger, popup)
  const current = options.find((option) => option.value === value)
  // What is seen must be part of what is read out (WCAG 2.5.3).
  const name = [current?.label, current?.tag?.text].filter(Boolean).join(' ')
  const toggle = () => (isOpen ? close() : open())
  return (
    <div
      className={styles.root}
      ref={root}
      data-block={props.isBlock === true}
      data-slot={props.isSlot === true}
    >
      {props.isBlock === true ? (
        <span className={styles.caption} aria-hidden>
          {label}
        </span>
      ) : null}
      <button
        type="button"
        ref={trigger}
        className={styles.trigger}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-label={current === undefined ? label : `${label}: ${name}`}
        title={current === undefined ? label : `${label}: ${name}`}
        disabled={props.isDisabled}
        onClick={toggle}
        onKeyDown={(event) => (event.key === 'ArrowDown' ? open() : undefined)}
      >
        {current?.dot === undefined ? null : <span className={styles.dot} data-dot={current.dot} />}
        <span className={styles.value} data-empty={current === undefined}>
          {current?.label ?? label}
        </span>
        {/* The space keeps the two words apart for who compares them with the name. */}
        {current?.tag === undefined ? null : ' '}
        {current?.tag === undefined ? null : <Tag tone={current.tag.tone}>{current.tag.text}</Tag>}
        <ChevronDown size={13} aria-hidden className={styles.arrow} data-part="arrow" />
      </button>
      {isOpen ? (
        <PickerPopup
          box={popup}
          label={label}
          value={value}
          options={options}
          recent={props.recent ?? []}
          emptyText={props.emptyText}
          onClose={close}
          onPick={(picked) => {
            close()
            // The same choice again must not clear what hangs below it.
            if (picked !== value) props.onChange(picked)
          }}
        />
      ) : null}
    </div>
  )
}
