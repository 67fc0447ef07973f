import { useLayoutEffect, useRef, useState } from 'react'
import type { ChangeEvent, FocusEvent, KeyboardEvent, ReactNode, RefObject } from 'react'
import styles from './field-input.module.css'
import { leaveOf } from './field-props.ts'
import type { FieldInputProps } from './field-props.ts'
import { FieldSide } from './field-side.tsx'
import { Floating } from './floating.tsx'
import { withoutHidden } from './hidden-characters.ts'
import { HiddenQuestion } from './hidden-question.tsx'
import { stepNumber } from './step-number.ts'
import { useFieldTexts } from './texts.ts'
import { groupDigits, inputKind, isRoomyText } from './typed-input.ts'
import { useTypedText } from './use-typed-text.ts'

/** Characters from which a text gets several lines. */
const LONG_TEXT = 60
const MAX_LINES = 10
/** Of a text that is meant to have several, before it has any. */
const ROOMY_LINES = 3
const BIG_STEP = 10

function linesOf(text: string): number {
  return Math.min(MAX_LINES, text.split('\n').length + Math.floor(text.length / LONG_TEXT))
}

function stepsOf(event: KeyboardEvent): number {
  const size = event.shiftKey ? BIG_STEP : 1
  if (event.key === 'ArrowUp') return size
  return event.key === 'ArrowDown' ? -size : 0
}

/** Below the cell, where nothing moves for it: what is wrong with the text, or where a typed change leads. */
function CellNote(props: {
  anchor: RefObject<HTMLElement | null>
  typed: ReturnType<typeof useTypedText>
  isNumber: boolean
}): ReactNode {
  const t = useFieldTexts()
  const { fault, text, meant } = props.typed
  const leads = props.isNumber && text !== null && meant !== text ? `= ${groupDigits(meant)}` : null
  if (fault === null && leads === null) return null
  return (
    <Floating anchor={props.anchor}>
      <span className={styles.note} data-fault={fault !== null} role={fault === null ? undefined : 'alert'}>
        {fault === null ? leads : t(`fault.${fault}`)}
      </span>
    </Floating>
  )
}

/** Numbers, times and texts: Enter and Tab commit, Esc takes back, leaving commits. */
export function TextInput(props: FieldInputProps): ReactNode {
  const { field } = props
  const t = useFieldTexts()
  const typed = useTypedText(props)
  const { shown, text, setText, commit } = typed
  const [hasFocus, setFocus] = useState(false)
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  // Typing opened the edit: selecting all would lose what was typed at the next key.
  const isTyped = props.typed !== undefined
  useLayoutEffect(() => {
    if (hasFocus && !isTyped) input.current?.select()
  }, [hasFocus, isTyped])
  const kind = inputKind(field)
  const isNumber = kind === 'int' || kind === 'float'
  const current = text ?? shown
  const isRoomy = isRoomyText(field) && props.isCell !== true
  const isLong =
    kind === 'text' && (isRoomy || current.includes('\n') || (!props.isCell && current.length > LONG_TEXT))
  const isCancelled = useRef(false)
  const leave = (to: 'stay' | 'down' | 'right' | 'left'): void => {
    setText(null)
    props.onLeave?.(to)
  }
  const answer = (value: string): void => {
    if (value !== shown) props.onCommit(value)
    leave('stay')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const hasModifier = event.metaKey || event.ctrlKey
    if (hasModifier && event.key === 's') commit()
    else event.stopPropagation()
    if (event.key === 'Escape') {
      // The blur that follows must not commit what was taken back.
      isCancelled.current = true
      typed.takeBack()
      return leave('stay')
    }
    const steps = isNumber ? stepsOf(event) : 0
    const next = steps === 0 ? null : stepNumber(field, typed.meant, steps)
    if (next !== null) {
      event.preventDefault()
      return setText(next)
    }
    const to = leaveOf(event)
    if (to === null || (to !== 'down' && !props.onLeave)) return
    // In a long text Enter is a line break, as everywhere; Ctrl and Enter ends it.
    if (isLong && to === 'down' && !hasModifier) return
    event.preventDefault()
    if (commit()) leave(to)
  }
  const shared = {
    ref: input,
    className: styles.input,
    'data-cell': props.isCell === true,
    'data-number': isNumber,
    dir: isNumber ? undefined : 'auto',
    'aria-label': props.label,
    'aria-invalid': typed.fault !== null || (props.fault ?? null) !== null,
    title: typed.fault !== null ? t(`fault.${typed.fault}`) : isNumber ? t('relative') : undefined,
    autoFocus: props.isAutoFocused,
    placeholder: kind === 'time' ? t('never') : undefined,
    spellCheck: false,
    autoComplete: 'off',
    readOnly: props.isReadOnly,
    value: current,
    onFocus: (event: FocusEvent<HTMLInputElement & HTMLTextAreaElement>) => {
      setFocus(true)
      const end = props.typed?.length
      if (end !== undefined) event.target.setSelectionRange(end, end)
    },
    onChange: (event: ChangeEvent<HTMLInputElement & HTMLTextAreaElement>) => {
      isCancelled.current = false
      setText(event.target.value)
    },
    onKeyDown,
    onBlur: () => {
      setFocus(false)
      const isAsked = typed.asked.length > 0
      if (isAsked) return
      // In a form what cannot be read stays with its fault, what hides something waits for the answer.
      if (isCancelled.current || commit() || (typed.fault !== null && props.isCell === true)) leave('stay')
    },
  }
  return (
    <>
      {isLong ? (
        <textarea {...shared} rows={Math.max(isRoomy ? ROOMY_LINES : 1, linesOf(current))} />
      ) : (
        <input {...shared} inputMode={isNumber ? 'numeric' : undefined} />
      )}
      {props.isCell === true ? null : (
        <FieldSide field={field} text={current} meant={typed.meant} hasFocus={hasFocus} />
      )}
      {typed.asked.length === 0 ? null : (
        <HiddenQuestion
          text={current}
          hidden={typed.asked}
          anchor={input}
          onRemove={() => answer(withoutHidden(current))}
          onKeep={() => answer(current)}
          onBack={() => {
            setText(current)
            input.current?.focus()
          }}
        />
      )}
      {props.isCell === true ? (
        <CellNote anchor={input} typed={typed} isNumber={isNumber && hasFocus} />
      ) : typed.fault === null ? null : (
        <span className={styles.fault} data-note="fault" role="alert">
          {t(`fault.${typed.fault}`)}
        </span>
      )}
    </>
  )
}
