import { Check, History, Search } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useKitText } from '@qd/web-base'
import { pickedOptions } from './picker-option.ts'
import type { PickedOption, PickerOption } from './picker-option.ts'
import styles from './picker.module.css'
import { Tag } from '../shown/tag.tsx'

interface PickerPopupProps {
  box: RefObject<HTMLDivElement | null>
  label: string
  value: string
  options: readonly PickerOption[]
  recent: readonly string[]
  emptyText?: string
  onPick: (value: string) => void
  onClose: (keepsFocus?: boolean) => void
}

function OptionRow(props: {
  option: PickedOption
  id: string
  isChosen: boolean
  isActive: boolean
  onPick: () => void
  onPoint: () => void
}): ReactNode {
  const { option } = props
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (props.isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [props.isActive])
  return (
    <div
      ref={row}
      role="option"
      id={props.id}
      aria-selected={props.isChosen}
      data-active={props.isActive}
      className={styles.option}
      onClick={props.onPick}
      onMouseMove={props.onPoint}
    >
      {option.dot === undefined ? null : (
        <span className={styles.dot} data-dot={option.dot} title={option.dotLabel} />
      )}
      <span className={styles.optionLabel}>{option.label}</span>
      {option.code === undefined ? null : <span className={styles.code}>{option.code}</span>}
      {option.tag === undefined ? null : <Tag tone={option.tag.tone}>{option.tag.text}</Tag>}
      {option.isRecent ? <History size={12} aria-hidden className={styles.mark} /> : null}
      {props.isChosen ? <Check size={14} aria-hidden className={styles.check} /> : null}
    </div>
  )
}

/** Search and options of a picker; the focus stays in the search. */
export function PickerPopup({ box, ...props }: PickerPopupProps): ReactNode {
  const [search, setSearch] = useState('')
  const shown = useMemo(
    () => pickedOptions(props.options, props.recent, search),
    [props.options, props.recent, search],
  )
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      shown.findIndex((o) => o.value === props.value),
    ),
  )
  const listId = useId()
  const t = useKitText()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      return props.onClose()
    }
    if (event.key === 'Tab') return props.onClose(true)
    const picked = shown[active]
    if (event.key === 'Enter' && picked !== undefined) {
      event.preventDefault()
      return props.onPick(picked.value)
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || shown.length === 0) return
    event.preventDefault()
    setActive((active + step + shown.length) % shown.length)
  }
  return (
    <div ref={box} className={`${styles.popup} qd-float`}>
      <label className={styles.search}>
        <Search size={14} aria-hidden />
        <input
          // eslint-disable-next-line jsx-a11y/no-autofocus -- opened by the operator to type here
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={shown.length === 0 ? undefined : `${listId}-${active}`}
          aria-label={`${t('search')}: ${props.label}`}
          placeholder={t('search')}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <div role="listbox" id={listId} aria-label={props.label} className={styles.list}>
        {shown.map((option, index) => (
          <OptionRow
            key={option.value}
            option={option}
            id={`${listId}-${index}`}
            isChosen={option.value === props.value}
            isActive={index === active}
            onPick={() => props.onPick(option.value)}
            onPoint={() => setActive(index)}
          />
        ))}
      </div>
      {shown.length === 0 ? <p className={styles.none}>{props.emptyText ?? t('state.empty')}</p> : null}
    </div>
  )
}
