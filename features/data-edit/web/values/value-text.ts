import { exactInt, parseDataProvider } from '@qd/protocol-model'
import type { Field } from '@qd/protocol-model'
import type { EditorPlace } from '../state/editor-context.ts'
import { choicesOf, groupDigits, inputKind, isIdField, timeText } from '@qd/web-kit/fields'

/** What a value needs from its surroundings to be read. */
export interface ValueContext {
  place: EditorPlace
  /** Key field of the module, whose values are ids. */
  keyName: string
  /** Words for things without a value of their own. */
  words: { items: (count: number) => string; never: string; empty: string }
}

/** The name behind a value that points at something else, or null. */
export function nameOf(field: Field, value: unknown, place: EditorPlace): string | null {
  const provider = field.dataProvider === undefined ? null : parseDataProvider(field.dataProvider)
  const id = String(value)
  if (provider?.kind === 'gameProp') return place.items.get(id)?.name ?? null
  if (provider?.kind === 'server') return place.servers.get(id) ?? null
  if (provider?.kind === 'channel') return place.channels.get(id) ?? null
  return null
}

function objectText(value: object): string {
  const parts = Object.entries(value).filter(([, inner]) => typeof inner !== 'object')
  return parts
    .slice(0, 3)
    .map(([name, inner]) => `${name} ${inner}`)
    .join(' · ')
}

/** A value as one line of text, complete for numbers. */
export function valueText(field: Field | null, value: unknown, context: ValueContext): string {
  const { place, words } = context
  if (value === undefined || value === null) return words.empty
  if (Array.isArray(value)) return words.items(value.length)
  if (typeof value === 'object') return objectText(value)
  if (!field) return String(value)
  const choice = choicesOf(field)?.find((each) => String(each.value) === String(value))
  if (choice) return choice.label
  if (inputKind(field) === 'time') return timeText(value, field.time ?? 's', place.zoneMinutes) || words.never
  const isQuantity = exactInt(value) !== null && !isIdField(field, context.keyName)
  if (isQuantity) return groupDigits(String(value))
  return String(value) === '' ? words.empty : String(value)
}
