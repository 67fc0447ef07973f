import type { ReactNode } from 'react'
import { ChoiceInput, FlagInput } from './choice-input.tsx'
import { choicesIn, useFieldPlace } from './field-place.ts'
import type { FieldInputProps } from './field-props.ts'
import { PickInput } from './pick-input.tsx'
import { TextInput } from './text-input.tsx'
import { TimeInput } from './time-input.tsx'
import { inputKind } from './typed-input.ts'

/** More choices than this are searched for instead of listed. */
const LISTED = 12

/** The input that fits a scalar field; Enter and Tab commit, Esc takes back, leaving commits. */
export function FieldInput(props: FieldInputProps): ReactNode {
  const kind = inputKind(props.field)
  const choices = choicesIn(useFieldPlace(), props.field)
  if (kind === 'flag') return <FlagInput {...props} />
  if (kind === 'choice' && (choices?.length ?? 0) <= LISTED) return <ChoiceInput {...props} />
  if (choices !== null && props.field.dataProvider !== undefined) {
    return <PickInput {...props} choices={choices} />
  }
  return kind === 'time' && props.isCell !== true ? <TimeInput {...props} /> : <TextInput {...props} />
}
