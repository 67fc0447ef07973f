import { useState } from 'react'
import { useFieldPlace } from './field-place.ts'
import type { FieldInputProps } from './field-props.ts'
import { hiddenCharacters } from './hidden-characters.ts'
import type { HiddenCharacter } from './hidden-characters.ts'
import { relativeNumber } from './relative-number.ts'
import { editText, inputKind, parseInput } from './typed-input.ts'

/** State of a text that is typed for a field: nothing is committed while it cannot be read. */
export function useTypedText(props: FieldInputProps) {
  const { zoneMinutes } = useFieldPlace()
  const shown = editText(props.field, props.value, zoneMinutes)
  const [text, setText] = useState<string | null>(props.typed ?? null)
  const [asked, setAsked] = useState<readonly HiddenCharacter[]>([])
  const meant = text === null ? null : (relativeNumber(props.field, text, props.value) ?? text)
  const parsed = meant === null ? null : parseInput(props.field, meant, { current: props.value, zoneMinutes })
  /** False when the text stays: it cannot be read, or what it hides waits for an answer. */
  const commit = (): boolean => {
    // Unchanged text is no edit: a time shown to the second must not lose its milliseconds.
    if (text === null || text === shown) return true
    if (!parsed?.ok) return false
    const hidden = inputKind(props.field) === 'text' ? hiddenCharacters(text) : []
    setAsked(hidden)
    if (hidden.length > 0) return false
    props.onCommit(parsed.value)
    return true
  }
  return {
    shown,
    text,
    /** What the text stands for: of a change that was typed, where it leads. */
    meant: meant ?? shown,
    setText: (next: string | null) => {
      setText(next)
      setAsked([])
    },
    commit,
    asked,
    fault: parsed?.ok === false && text !== shown ? parsed.reason : null,
  }
}
