import { base64Of, bytesOfBase64, defaultOf, exampleOf } from '@qd/proto-wire'
import type { FieldType, ProtoSchema } from '@qd/proto-wire'
import { hexDump, readHex } from '../hex/hex-text.ts'
import { utf8Of } from '../body/body-kind.ts'
import type { JsonObject, TypedFault } from './draft.ts'
import { namesVariable } from './variables.ts'

/** The object without a field, or with another value of it; undefined takes it out. */
export function withField(value: JsonObject, name: string, next: unknown): JsonObject {
  const rest = Object.entries(value).filter(([other]) => other !== name)
  if (next === undefined) return Object.fromEntries(rest)
  const isKnown = Object.hasOwn(value, name)
  // A value keeps its place, so that the text does not jump about while one types in the form.
  const entries = isKnown
    ? Object.entries(value).map(([other, old]): [string, unknown] => [other, other === name ? next : old])
    : [...rest, [name, next] as [string, unknown]]
  return Object.fromEntries(entries)
}

const SMALL_INT = /^-?\d{1,15}$/
const DECIMAL = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

/** What typed text means for a field: exact numbers as numbers, what is larger or a variable as text; undefined for none. */
export function typedValue({ type }: Pick<FieldType, 'type'>, text: string): unknown {
  if (text === '') return undefined
  if (type === 'string' || type === 'bytes') return text
  if (type === 'double' || type === 'float') {
    return DECIMAL.test(text) && String(Number(text)) === text ? Number(text) : text
  }
  if (type.endsWith('64')) return text
  return SMALL_INT.test(text) && String(Number(text)) === text ? Number(text) : text
}

/** How a value stands in a box. */
export function boxText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** What a field counts as while nothing is given; grey in its box. */
export function greyText(field: FieldType): string {
  const usual = defaultOf(field)
  return usual === null || typeof usual === 'object' ? '' : String(usual) === '' ? '""' : String(usual)
}

export type BytesView = 'hex' | 'base64' | 'text'

/** How bytes can be shown: what is no text is not shown as one, or one key would write the loss back. */
export function shownView(value: unknown, view: BytesView): BytesView {
  if (view !== 'text') return view
  const bytes = bytesOfBase64(boxText(value))
  return bytes === null || utf8Of(bytes) !== null ? view : 'hex'
}

/** Bytes, kept as base64, as they are read and typed. */
export function bytesText(value: unknown, view: BytesView): string {
  const text = boxText(value)
  if (view === 'base64') return text
  const bytes = bytesOfBase64(text)
  if (bytes === null) return text
  return view === 'text' ? (utf8Of(bytes) ?? text) : hexDump(bytes).replaceAll('\n', ' ')
}

/** The base64 of typed bytes, or what does not fit. What a variable stands for is base64 itself. */
export function bytesValue(text: string, view: BytesView): string | TypedFault {
  if (view === 'base64' || namesVariable(text)) return text
  if (view === 'text') return base64Of(new TextEncoder().encode(text))
  const read = readHex(text)
  return read.ok ? base64Of(read.bytes) : { text, code: read.code, at: read.at }
}

/** What a message, an element or an entry begins with. */
export function newElement(schema: ProtoSchema, field: FieldType): unknown {
  if (field.message !== null) return {}
  if (field.enum !== null) return field.enum.values[0]?.name ?? 0
  const example = exampleOf(schema, field.type)
  return (
    example ?? defaultOf({ ...field, label: 'optional', kind: field.kind === 'map' ? 'scalar' : field.kind })
  )
}

/** A key that the map does not have yet. */
export function newKey(field: FieldType, taken: readonly string[]): string {
  if (field.keyType === 'bool') return taken.includes('false') ? 'true' : 'false'
  for (let at = 0; ; at += 1) {
    const key = field.keyType === 'string' ? `key${at === 0 ? '' : at}` : String(at)
    if (!taken.includes(key)) return key
  }
}
