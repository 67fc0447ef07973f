export { FieldInput } from './field-input.tsx'
export type { FieldInputProps, Leave } from './field-props.ts'
export { FieldPlaceContext, NO_FIELD_PLACE, choicesIn, useFieldPlace } from './field-place.ts'
export type { FieldChoice, FieldPlace } from './field-place.ts'
export { hiddenCharacters, withoutHidden } from './hidden-characters.ts'
export type { HiddenCharacter, HiddenKind } from './hidden-characters.ts'
export { HiddenQuestion } from './hidden-question.tsx'
export { keyValue, newRow, newValue, nextElement } from './new-value.ts'
export { PickInput } from './pick-input.tsx'
export { changedBy, isQuantity } from './relative-number.ts'
export {
  choicesOf,
  editText,
  groupDigits,
  inputKind,
  isIdField,
  isRoomyText,
  parseInput,
  rangeText,
  timeText,
} from './typed-input.ts'
export type { InputKind, ParsedInput } from './typed-input.ts'
export { useFieldTexts } from './texts.ts'
export { ValueInput } from './value-input.tsx'
export type { ValueInputProps } from './value-input.tsx'
