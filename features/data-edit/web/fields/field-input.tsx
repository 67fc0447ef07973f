import type { Field } from '@qd/protocol-model'
import { parseDataProvider } from '@qd/protocol-model'
import { ChevronDown } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { choicesOf, editText, groupDigits, inputKind, isIdField, parseInput } from '../model/typed-input.ts'
import type { EditorPlace } from '../state/editor-context.ts'
import { useEditorPlace } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import styles from './field-input.module.css'

export type Leave = 'stay' | 'down' | 'right' | 'left'

export interface FieldInputProps {
  field: Field
  value: unknown
  label: string
  /** Text to start with instead of the value, when typing itself opened the input. */
  typed?: string
  onCommit: (value: string | number) => void
  /** Called after a commit or a cancel, with where the cursor goes. */
  onLeave?: (leave: Leave) => void
  isAutoFocused?: boolean
  isCell?: boolean
}

/** Ids and names offered while typing, for fields that point at something. */
function suggestionsOf(field: Field, place: EditorPlace): [string, string][] {
  const provider = field.dataProvider === undefined ? null : parseDataProvider(field.dataProvider)
  if (provider?.kind === 'gameProp') return [...place.items].map(([id, { name }]) => [id, name])
  if (provider?.kind === 'server') return [...place.servers]
  if (provider?.kind === 'channel') return [...place.channels]
  return []
}

function leaveOf(event: KeyboardEvent): Leave | null {
  if (event.key === 'Enter' && !event.nativeEvent.isComposing) return 'down'
  if (event.key === 'Tab') return event.shiftKey ? 'left' : 'right'
  return null
}

function ChoiceInput(props: FieldInputProps): ReactNode {
  const { field, value, onCommit, onLeave } = props
  const choices = choicesOf(field) ?? [
    { value: 0, label: '0' },
    { value: 1, label: '1' },
  ]
  const isKnown = choices.some((choice) => String(choice.value) === String(value))
  return (
    <span className={styles.choice}>
      <select
        className={styles.input}
        data-cell={props.isCell === true}
        aria-label={props.label}
        value={String(value)}
        autoFocus={props.isAutoFocused}
        onChange={(event) => {
          const choice = choices.find((each) => String(each.value) === event.target.value)
          if (choice) onCommit(choice.value)
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
        {isKnown ? null : <option value={String(value)}>{String(value ?? '')}</option>}
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

/** State of a text that is typed for a field: nothing is committed while it cannot be read. */
function useTypedText(props: FieldInputProps) {
  const { zoneMinutes } = useEditorPlace()
  const shown = editText(props.field, props.value, zoneMinutes)
  const [text, setText] = useState<string | null>(props.typed ?? null)
  const parsed = text === null ? null : parseInput(props.field, text, { current: props.value, zoneMinutes })
  const commit = (): boolean => {
    // Unchanged text is no edit: a time shown to the second must not lose its milliseconds.
    if (text === null || text === shown) return true
    if (!parsed?.ok) return false
    props.onCommit(parsed.value)
    return true
  }
  return {
    shown,
    text,
    setText,
    commit,
    fault: parsed?.ok === false && text !== shown ? parsed.reason : null,
  }
}

function TextInput(props: FieldInputProps): ReactNode {
  const t = useEditTexts()
  const listId = useId()
  const suggestions = suggestionsOf(props.field, useEditorPlace())
  const { shown, text, setText, commit, fault } = useTypedText(props)
  const [hasFocus, setFocus] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // After the digits have lost their separators: changing the text would drop an earlier selection.
  useLayoutEffect(() => {
    const isTyped = props.typed !== undefined
    if (hasFocus && !isTyped) input.current?.select()
  }, [hasFocus, props.typed])
  const isNumber = ['int', 'float'].includes(inputKind(props.field))
  const isCancelled = useRef(false)
  const leave = (to: Leave): void => {
    setText(null)
    props.onLeave?.(to)
  }
  return (
    <>
      <input
        ref={input}
        className={styles.input}
        data-cell={props.isCell === true}
        data-number={isNumber}
        dir={isNumber ? undefined : 'auto'}
        aria-label={props.label}
        aria-invalid={fault !== null}
        title={fault === null ? undefined : t(`fault.${fault}`)}
        inputMode={isNumber ? 'numeric' : undefined}
        list={suggestions.length > 0 ? listId : undefined}
        autoFocus={props.isAutoFocused}
        placeholder={inputKind(props.field) === 'time' ? t('value.never') : undefined}
        spellCheck={false}
        autoComplete="off"
        value={text ?? (hasFocus || isIdField(props.field, '') ? shown : groupDigits(shown))}
        onFocus={(event) => {
          setFocus(true)
          const end = props.typed?.length
          if (end !== undefined) event.target.setSelectionRange(end, end)
        }}
        onChange={(event) => {
          isCancelled.current = false
          setText(event.target.value)
        }}
        onKeyDown={(event) => {
          const isSubmit = (event.metaKey || event.ctrlKey) && event.key === 's'
          if (isSubmit) commit()
          else event.stopPropagation()
          if (event.key === 'Escape') {
            // The blur that follows must not commit what was taken back.
            isCancelled.current = true
            return leave('stay')
          }
          const to = leaveOf(event)
          if (to === null || (to !== 'down' && !props.onLeave)) return
          event.preventDefault()
          if (commit()) leave(to)
        }}
        onBlur={() => {
          setFocus(false)
          if (!isCancelled.current) commit()
          leave('stay')
        }}
      />
      {suggestions.length === 0 ? null : (
        <datalist id={listId}>
          {suggestions.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </datalist>
      )}
      {fault === null ? null : (
        <span className={styles.fault} role="alert">
          {t(`fault.${fault}`)}
        </span>
      )}
    </>
  )
}

/** The input that fits a scalar field; Enter and Tab commit, Esc takes back, leaving commits. */
export function FieldInput(props: FieldInputProps): ReactNode {
  const kind = inputKind(props.field)
  return kind === 'choice' || kind === 'flag' ? <ChoiceInput {...props} /> : <TextInput {...props} />
}
