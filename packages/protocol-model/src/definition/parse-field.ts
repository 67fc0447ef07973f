import { parseDataProvider } from './data-provider.ts'
import { exactInt } from '../values/int64.ts'
import { LocalTexts } from './local-texts.ts'
import { isPlainObject } from './names.ts'
import { nameOf, ProtocolFault, textOf } from './protocol-fault.ts'
import { PLAYER_FACTS } from './protocol-definition.ts'
import type { Field } from './protocol-definition.ts'

/** The name of a type: that of no type is empty. */
function typeOf(source: Record<string, unknown>, place: string): string {
  const type = nameOf(source, 'type', place)
  if (type === '') throw new ProtocolFault(`${place}.type is empty`)
  return type
}

function boundOf(
  source: Record<string, unknown>,
  key: 'min' | 'max',
  place: string,
): number | string | undefined {
  const bound = source[key]
  if (bound === undefined || bound === null) return undefined
  if (typeof bound === 'number' && Number.isFinite(bound)) return bound
  if (typeof bound === 'string' && exactInt(bound) !== null) return bound
  throw new ProtocolFault(`${place}.${key} is no number`)
}

function timeOf(value: unknown, place: string): Field['time'] {
  if (value === undefined || value === null || value === false) return undefined
  if (value === true || value === 's') return 's'
  if (value === 'ms') return 'ms'
  throw new ProtocolFault(`${place}.time is neither s nor ms`)
}

function encodingOf(value: unknown, place: string): Field['encoding'] {
  if (value === undefined || value === null) return undefined
  if (value === 'base64') return 'base64'
  throw new ProtocolFault(`${place}.encoding is not base64`)
}

function maxBytesOf(value: unknown, place: string): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new ProtocolFault(`${place}.maxBytes is no whole number`)
}

/** The largest number of an item that calls carry. */
const MOST_ITEM = 999_999_999_999_999

function itemOf(value: unknown, place: string): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MOST_ITEM) return value
  throw new ProtocolFault(`${place}.item is no item number`)
}

function providerOf(source: Record<string, unknown>, place: string): string | undefined {
  const text = textOf(source, 'dataProvider', place)
  if (text === '') return undefined
  if (parseDataProvider(text) === null)
    throw new ProtocolFault(`${place}.dataProvider is none of the allowed ones`)
  return text
}

function withoutUndefined(field: Field): Field {
  return Object.fromEntries(
    Object.entries(field).filter(([, value]) => value !== undefined),
  ) as unknown as Field
}

/** Reads one field of a diff info; throws ProtocolFault. Types are resolved later, when all names are known. */
export function parseField(input: unknown, place: string): Field {
  if (!isPlainObject(input)) throw new ProtocolFault(`${place} is no object`)
  const type = typeOf(input, place)
  const itemType = textOf(input, 'itemType', place)
  if ((type === 'array') !== (itemType !== '')) {
    throw new ProtocolFault(`${place}.itemType stands with the type array, and only there`)
  }
  const fieldName = nameOf(input, 'fieldName', place)
  const texts = new LocalTexts(input, place)
  return withoutUndefined({
    name: texts.read('name') || fieldName,
    type,
    fieldName,
    comment: texts.read('comment'),
    itemType: itemType === '' ? undefined : itemType,
    defaultVal: input.defaultVal,
    dataProvider: providerOf(input, place),
    min: boundOf(input, 'min', place),
    max: boundOf(input, 'max', place),
    maxBytes: maxBytesOf(input.maxBytes, place),
    unit: texts.read('unit') || undefined,
    time: timeOf(input.time, place),
    sensitive: input.sensitive === true ? true : undefined,
    item: itemOf(input.item, place),
    shows: PLAYER_FACTS.find((fact) => fact === input.shows),
    encoding: encodingOf(input.encoding, place),
    oneof: textOf(input, 'oneof', place) || undefined,
    ...texts.found('texts'),
  })
}
