import { useEffect, useRef, useState } from 'react'
import { useFieldPlace } from './field-place.ts'
import type { FieldInputProps } from './field-props.ts'
import { hiddenCharacters } from './hidden-characters.ts'
import type { HiddenCharacter } from './hidden-characters.ts'
import { relativeNumber } from './relative-number.ts'
import { editText, inputKind, parseInput } from './typed-input.ts'

/** The pause after which typing is told: no key waits for what follows from it. */
const TOLD_AFTER_MS = 150

/** Tells what is typed when the keys pause, and what stands there when it ends. */
function useTelling({ onType }: FieldInputProps, origin: unknown) {
  const telling = useRef({ typing: Symbol('typing'), hasTold: false })
  const latest = useRef(onType)
  useEffect(() => {
    latest.current = onType
  })
  const tell = (value: unknown): void => {
    const { typing, hasTold } = telling.current
    // Nothing to take back where nothing was told.
    if (value === origin && !hasTold) return
    telling.current.hasTold = true
    latest.current?.(value, typing)
  }
  const end = (): void => {
    telling.current = { typing: Symbol('typing'), hasTold: false }
  }
  return { tell, end }
}

/** State of a text that is typed for a field: nothing is committed while it cannot be read. */
export function useTypedText(props: FieldInputProps) {
  const { zoneMinutes } = useFieldPlace()
  const [text, setText] = useState<string | null>(props.typed ?? null)
  const [asked, setAsked] = useState<readonly HiddenCharacter[]>([])
  // What stood there when typing began: what is told meanwhile comes back as the value.
  const [origin, setOrigin] = useState(props.value)
  const current = text === null ? props.value : origin
  const { tell, end } = useTelling(props, current)
  const shown = editText(props.field, current, zoneMinutes)
  const meant = text === null ? null : (relativeNumber(props.field, text, current) ?? text)
  const parsed = meant === null ? null : parseInput(props.field, meant, { current, zoneMinutes })
  const isText = inputKind(props.field) === 'text'
  const hiddenIn = (typed: string): readonly HiddenCharacter[] => (isText ? hiddenCharacters(typed) : [])
  const tellNow = (): void => {
    if (text === null) return
    const isSound = text !== shown && parsed?.ok === true && hiddenIn(text).length === 0
    tell(isSound ? parsed.value : current)
  }
  const latest = useRef(tellNow)
  useEffect(() => {
    latest.current = tellNow
  })
  useEffect(() => {
    if (text === null) return undefined
    const timer = setTimeout(() => latest.current(), TOLD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  /** False when the text stays: it cannot be read, or what it hides waits for an answer. */
  const commit = (): boolean => {
    tellNow()
    // Unchanged text is no edit: a time shown to the second must not lose its milliseconds.
    if (text === null || text === shown) return true
    if (!parsed?.ok) return false
    const hidden = hiddenIn(text)
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
      if (text === null) {
        setOrigin(props.value)
        end()
      }
      setText(next)
      setAsked([])
    },
    /** Takes back what was told of the text. */
    takeBack: () => tell(current),
    commit,
    asked,
    fault: parsed?.ok === false && text !== shown ? parsed.reason : null,
  }
}
