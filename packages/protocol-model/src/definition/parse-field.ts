import { parseDataProvider } from './data-provider.ts'
import { exactInt } from '../values/int64.ts'
import { isCarriedName, isPlainObject, ownValue } from './names.ts'
import type { Field } from './protocol-definition.ts'

/** Thrown inside the parser only; `parseProtocol` turns it into its reason. */
export class ProtocolFault extends Error {}

const MAX_TEXT = 65_536

/** A text property, empty when absent; throws ProtocolFault naming the place. */
export function textOf(source: Record<string, unknown>, key: string, place: string): string {
  const value = source[key]
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw new ProtocolFault(`${place}.${key} is not text`)
  if (value.length > MAX_TEXT)
    throw new ProtocolFault(`${place}.${key} is longer than ${MAX_TEXT} characters`)
  return value
}

/** The name under a key; throws ProtocolFault with its place when it is none that is carried. */
export function nameOf(source: Record<string, unknown>, key: string, place: string): string {
  const name = ownValue(source, key)
  if (!isCarriedName(name)) throw new ProtocolFault(`${place}.${key} is no allowed name`)
  return name
}

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
  return withoutUndefined({
    name: textOf(input, 'name', place) || fieldName,
    type,
    fieldName,
    comment: textOf(input, 'comment', place),
    itemType: itemType === '' ? undefined : itemType,
    defaultVal: input.defaultVal,
    dataProvider: providerOf(input, place),
    min: boundOf(input, 'min', place),
    max: boundOf(input, 'max', place),
    maxBytes: maxBytesOf(input.maxBytes, place),
    unit: textOf(input, 'unit', place) || undefined,
    time: timeOf(input.time, place),
    sensitive: input.sensitive === true ? true : undefined,
    encoding: encodingOf(input.encoding, place),
    oneof: textOf(input, 'oneof', place) || undefined,
  })
}
