import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import inputStyles from './field-input.module.css'
import type { FieldChoice } from './field-place.ts'
import { useFieldPlace } from './field-place.ts'
import { leaveOf } from './field-props.ts'
import type { FieldInputProps } from './field-props.ts'
import { Floating } from './floating.tsx'
import styles from './pick-input.module.css'
import { PickList } from './pick-list.tsx'
import { useFieldTexts } from './texts.ts'
import { parseInput } from './typed-input.ts'
import { useChoiceSearch } from './use-choice-search.ts'

interface OpenListProps {
  choices: readonly FieldChoice[]
  query: string
  value: string
  label: string
  id: string
  active: number
  onActive: (index: number) => void
  onFound: (found: readonly FieldChoice[]) => void
  onPick: (choice: FieldChoice) => void
}

function OpenList({ choices, query, onFound, ...list }: OpenListProps): ReactNode {
  const found = useChoiceSearch(choices, query)
  useLayoutEffect(() => onFound(found), [found, onFound])
  return <PickList {...list} found={found} />
}

/** The name behind the value, or that nobody knows it. */
function PickedName({ choices, value }: { choices: readonly FieldChoice[]; value: unknown }): ReactNode {
  const t = useFieldTexts()
  const text = value === undefined || value === null ? '' : String(value)
  const choice = choices.find((each) => each.value === text)
  if (choice) {
    return (
      <span className={styles.picked} title={choice.detail}>
        {choice.label}
      </span>
    )
  }
  // A list that has not come, and nothing at all, are no unknown values.
  if (text === '' || text === '0' || choices.length === 0) return null
  return <span className={styles.unknown}>{t('unknown', { value: text })}</span>
}

/** A number that stands for one of many things: typed, or searched by number, name and pinyin. */
export function PickInput(
  props: FieldInputProps & { choices: readonly FieldChoice[]; placeholder?: string },
): ReactNode {
  const { field, choices, value, isCell } = props
  const t = useFieldTexts()
  const id = useId()
  const { zoneMinutes } = useFieldPlace()
  const shown = value === undefined || value === null ? '' : String(value)
  const [text, setText] = useState<string | null>(props.typed ?? null)
  const [isOpen, setOpen] = useState(props.typed !== undefined)
  const [active, setActive] = useState(-1)
  const [fault, setFault] = useState(false)
  const found = useRef<readonly FieldChoice[]>([])
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  const close = (to: 'stay' | 'down' | 'right' | 'left'): void => {
    setText(null)
    setOpen(false)
    setActive(-1)
    setFault(false)
    props.onLeave?.(to)
  }
  const commit = (typed: string): boolean => {
    if (typed === shown) return true
    const read = parseInput(field, typed, { current: value, zoneMinutes })
    setFault(!read.ok)
    if (read.ok) props.onCommit(read.value)
    return read.ok
  }
  /** The chosen line, else the number as typed, else the only thing that answers. */
  const wanted = (): string => {
    const typed = (text ?? shown).trim()
    const chosen = found.current[active]
    if (chosen) return chosen.value
    const isNumber = parseInput(field, typed, { current: value, zoneMinutes }).ok
    const [first] = found.current
    return !isNumber && typed !== '' && first ? first.value : typed
  }
  const pick = (choice: FieldChoice): void => {
    isDone.current = true
    if (commit(choice.value)) close('stay')
    isDone.current = false
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const isSubmit = (event.metaKey || event.ctrlKey) && event.key === 's'
    if (isSubmit) commit(wanted())
    else event.stopPropagation()
    if (event.key === 'Escape') {
      isDone.current = true
      return close('stay')
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      if (!isOpen) return setOpen(true)
      const count = found.current.length
      return setActive(count === 0 ? -1 : (Math.max(active, step > 0 ? -1 : 0) + step + count) % count)
    }
    const to = leaveOf(event)
    if (to === null || (to !== 'down' && !props.onLeave)) return
    event.preventDefault()
    if (commit(wanted())) close(to)
  }
  return (
    <>
      <input
        ref={input}
        className={inputStyles.input}
        data-cell={isCell === true}
        data-number
        data-pick
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={active < 0 ? undefined : `${id}-list-${active}`}
        aria-autocomplete="list"
        aria-label={props.label}
        aria-invalid={fault || (props.fault ?? null) !== null}
        autoComplete="off"
        placeholder={props.placeholder}
        spellCheck={false}
        autoFocus={props.isAutoFocused}
        readOnly={props.isReadOnly}
        value={text ?? shown}
        onFocus={(event) => {
          isDone.current = false
          if (props.typed === undefined) event.target.select()
          else event.target.setSelectionRange(props.typed.length, props.typed.length)
        }}
        onClick={() => setOpen(props.isReadOnly !== true)}
        onChange={({ target }) => {
          isDone.current = false
          setText(target.value)
          setOpen(true)
          setActive(-1)
          setFault(false)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (!isDone.current) commit(text === null ? shown : wanted())
          close('stay')
        }}
      />
      {isCell === true ? null : <PickedName choices={choices} value={text ?? value} />}
      {isOpen ? (
        <Floating anchor={input}>
          <OpenList
            choices={choices}
            query={text ?? ''}
            value={shown}
            label={props.label}
            id={`${id}-list`}
            active={active}
            onActive={setActive}
            onFound={(next) => {
              found.current = next
            }}
            onPick={pick}
          />
        </Floating>
      ) : null}
      {fault ? (
        <span className={inputStyles.fault} data-cell={isCell === true} role="alert">
          {t('fault.not_a_choice')}
        </span>
      ) : null}
    </>
  )
}
