import type { FieldType, MessageType, ProtoSchema } from '@qd/proto-wire'
import { createContext, useContext, useEffect } from 'react'
import type { Draft, JsonObject, TypedFault } from './draft.ts'

/** What every part of the form of a message needs. */
export interface FormAround {
  schema: ProtoSchema
  /** Dotted path of the first value that does not fit; null for none. */
  faultPath: string | null
  faultText: string
  /** Texts in boxes that are no values. */
  typed: Draft['typed']
  onTyped: (path: string, fault: TypedFault | null) => void
  /** What the focused field means, for the line below. */
  onHint: (hint: string) => void
}

export interface MessageFormProps {
  type: MessageType
  value: JsonObject
  path: string
  onChange: (value: JsonObject) => void
}

export interface FieldProps {
  field: FieldType
  value: unknown
  path: string
  onChange: (value: unknown) => void
}

export const FormContext = createContext<FormAround | null>(null)

export function useFormAround(): FormAround {
  const around = useContext(FormContext)
  if (around === null) throw new Error('a field outside of a form')
  return around
}

/** The text of a box that is no value yet, kept with the draft: it is never sent past, and goes with its box. */
export function useTyped(path: string): [TypedFault | null, (fault: TypedFault | null) => void] {
  const { typed, onTyped } = useFormAround()
  useEffect(() => () => onTyped(path, null), [path, onTyped])
  return [typed[path] ?? null, (fault) => onTyped(path, fault)]
}

export function pathIn(parent: string, step: string | number): string {
  return parent === '' ? String(step) : `${parent}.${step}`
}
