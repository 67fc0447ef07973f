import { exactInt, parseDataProvider } from '@qd/protocol-model'
import type { DiffInfo, Field } from '@qd/protocol-model'
import type { NamesOfPlace, ValuePlace } from '../state/editor-context.ts'
import { choicesOf, groupDigits, inputKind, isIdField, timeText } from '@qd/web-controls/fields'

/** What a value needs from its surroundings to be read. */
export interface ValueContext {
  place: ValuePlace
  /** Key field of the module, whose values are ids. */
  keyName: string
  /** Words for things without a value of their own. */
  words: { items: (count: number) => string; never: string; empty: string }
  /** The definition of a type by its name, so that what is nested is told in words too. */
  infoOf?: (type: string) => DiffInfo | null
  /** Why a value is not what its field says, in words; null when it is. */
  wrongOf?: (field: Field, value: unknown) => string | null
}

/** The name behind a value that points at something else, or null. */
export function nameOf(field: Field, value: unknown, place: NamesOfPlace): string | null {
  const provider = field.dataProvider === undefined ? null : parseDataProvider(field.dataProvider)
  const id = String(value)
  if (provider?.kind === 'gameProp') return place.properties.byNumber.get(id)?.name ?? null
  if (provider?.kind === 'server') return place.servers.get(id) ?? null
  if (provider?.kind === 'channel') return place.channels.get(id) ?? null
  return null
}

/** Values of an object told in its summary. */
const MOST_PARTS = 3

function objectText(value: object, info: DiffInfo | null, context: ValueContext): string {
  const parts = Object.entries(value).filter(([, inner]) => typeof inner !== 'object')
  const at = { ...context, keyName: info?.key ?? '' }
  return parts
    .slice(0, MOST_PARTS)
    .map(([name, inner]) => {
      const field = info?.fields.find(({ fieldName }) => fieldName === name)
      return field ? `${field.name} ${valueText(field, inner, at)}` : `${name} ${inner}`
    })
    .join(' · ')
}

/** A value as one line of text, complete for numbers; `info` describes an object that is no field's. */
export function valueText(
  field: Field | null,
  value: unknown,
  context: ValueContext,
  info: DiffInfo | null = null,
): string {
  const { place, words } = context
  if (value === undefined || value === null) return words.empty
  if (Array.isArray(value)) return words.items(value.length)
  if (typeof value === 'object') {
    return objectText(value, field ? (context.infoOf?.(field.itemType ?? field.type) ?? null) : info, context)
  }
  if (!field) return String(value)
  const choice = choicesOf(field)?.find((each) => String(each.value) === String(value))
  if (choice) return choice.label
  if (inputKind(field) === 'time') return timeText(value, field.time ?? 's', place.zoneMinutes) || words.never
  const isQuantity = exactInt(value) !== null && !isIdField(field, context.keyName)
  if (isQuantity) return groupDigits(String(value))
  return String(value) === '' ? words.empty : String(value)
}
