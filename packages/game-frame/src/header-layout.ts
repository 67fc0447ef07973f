import type { FieldValue, FrameDescriptor, FrameDirection, HeaderField } from './frame-descriptor.ts'
import { fittingUint } from './numbers.ts'

export interface PlacedField extends HeaderField {
  /** 0: as long as its value needs. */
  width: number
  isLittle: boolean
  /** The key of `Frame.fields`. */
  key: string
  /** What it always is. */
  constant: FieldValue | undefined
  /** Where the field that decides about it stands in the list, -1: it always stands. */
  whenIndex: number
}

/** The header of one direction, ready to be read and written. */
export interface HeaderLayout {
  direction: FrameDirection
  fields: PlacedField[]
  tail: PlacedField[]
  /** Bytes that every header and tail has at least. */
  minBytes: number
  tailBytes: number
  /** Without one, a message of the transport is a frame. */
  hasLength: boolean
  lengthCovers: 'all' | 'afterLength' | 'body'
  maxFrameBytes: number
  /** The marker to look for after garbage. */
  marker: { offset: number; bytes: Uint8Array } | null
  routeNumbers: ReadonlyMap<string, number>
  routeTexts: ReadonlyMap<number, string>
}

const WIDTHS: Readonly<Record<HeaderField['type'], number>> = {
  u8: 1,
  u16: 2,
  u24: 3,
  u32: 4,
  u64: 8,
  varint: 0,
  text8: 0,
}
const REPEATABLE = new Set<HeaderField['name']>(['marker', 'const', 'custom'])
const TEXTS = new Set<HeaderField['name']>(['cmd', 'custom'])

function constantOf(field: HeaderField, width: number): FieldValue | undefined {
  const isNeeded = field.name === 'const'
  if (field.value === undefined) {
    if (isNeeded) throw new RangeError('a const field needs a value')
    return undefined
  }
  const value = field.type === 'text8' ? field.value : fittingUint(field.value, width === 0 ? 8 : width)
  if (value === null) throw new RangeError(`the value of ${field.name} does not fit ${field.type}`)
  return value
}

function placed(field: HeaderField, before: PlacedField[]): PlacedField {
  const width = WIDTHS[field.type]
  if (width === undefined)
    throw new RangeError(`header field ${field.name} has the unknown type ${field.type}`)
  if (field.type === 'text8' && !TEXTS.has(field.name)) {
    throw new RangeError(`header field ${field.name} cannot be a text`)
  }
  const key = field.label ?? field.name
  const isTwice = before.some(({ name, when }) => name === field.name && !(when && field.when))
  if (isTwice && !REPEATABLE.has(field.name)) throw new RangeError(`header field ${field.name} stands twice`)
  if (field.name === 'custom' && before.some((other) => other.name === 'custom' && other.key === key)) {
    throw new RangeError(`two custom fields have the label ${key}`)
  }
  const whenIndex =
    field.when === undefined ? -1 : before.findIndex((other) => other.key === field.when!.field)
  if (field.when && whenIndex < 0) {
    throw new RangeError(`${field.name} depends on ${field.when.field}, which does not stand before it`)
  }
  if (field.at === 'end' && (width === 0 || field.when || field.name === 'length')) {
    throw new RangeError(`${field.name} cannot stand behind the body`)
  }
  if (field.name === 'crc' && width === 0) throw new RangeError('a crc field needs a fixed width')
  if (field.name === 'length' && field.when) throw new RangeError('the length field always stands')
  const isLittle = field.endian === 'little'
  return { ...field, width, isLittle, key, constant: constantOf(field, width), whenIndex }
}

function markerOf(fields: PlacedField[]): HeaderLayout['marker'] {
  let offset = 0
  for (const { name, width, constant, whenIndex, isLittle } of fields) {
    if (name === 'marker' && constant !== undefined && width > 0) {
      const digits = BigInt(constant)
        .toString(16)
        .padStart(width * 2, '0')
      const bytes = Uint8Array.from(digits.match(/../g)!, (pair) => Number.parseInt(pair, 16))
      return { offset, bytes: isLittle ? bytes.toReversed() : bytes }
    }
    if (width === 0 || whenIndex >= 0) return null
    offset += width
  }
  return null
}

/** Bytes a field has at least: a varint one, a text its length, one that may be missing none. */
const minWidth = ({ width, whenIndex }: PlacedField) => (whenIndex >= 0 ? 0 : width || 1)
const sizeOf = (fields: PlacedField[]) => fields.reduce((sum, field) => sum + minWidth(field), 0)

function checkWhole(descriptor: FrameDescriptor, layout: HeaderLayout): void {
  const { fields, tail, minBytes, hasLength, marker, direction } = layout
  const has = (name: string) => [...fields, ...tail].some((field) => field.name === name)
  if (!hasLength && descriptor.transport !== 'websocket') throw new RangeError('a frame needs a length field')
  if (hasLength && descriptor.lengthCovers === undefined) throw new RangeError('lengthCovers is missing')
  const isAnswered = direction === 'reply' && has('seq')
  if (!has('cmd') && !descriptor.envelope && !isAnswered) throw new RangeError('a frame needs a cmd field')
  if (!Number.isSafeInteger(descriptor.maxFrameBytes) || descriptor.maxFrameBytes < minBytes) {
    throw new RangeError('maxFrameBytes must hold at least the header')
  }
  if (descriptor.resync && (marker === null || !hasLength)) {
    throw new RangeError('resync needs a length and a marker with a value at a fixed place')
  }
  if (descriptor.compression?.flag !== undefined && !fields.some(({ name }) => name === 'flags')) {
    throw new RangeError('a compression flag needs a flags field')
  }
  if (descriptor.compression?.kind === 'deflate' && descriptor.compression.flag === undefined) {
    throw new RangeError('deflate cannot be told from other bytes without a flag')
  }
}

function compiled(descriptor: FrameDescriptor, direction: FrameDirection): HeaderLayout {
  const fields: PlacedField[] = []
  for (const field of descriptor.header) {
    if (field.direction === undefined || field.direction === direction) fields.push(placed(field, fields))
  }
  const tail = fields.filter(({ at }) => at === 'end')
  const front = fields.filter(({ at }) => at !== 'end')
  // Both lists were numbered as one.
  for (const field of front) {
    if (field.whenIndex >= 0) field.whenIndex = front.indexOf(fields[field.whenIndex]!)
    if (field.when && field.whenIndex < 0)
      throw new RangeError(`${field.name} depends on a field behind the body`)
  }
  const routes = Object.entries(descriptor.routes ?? {})
  const layout: HeaderLayout = {
    direction,
    fields: front,
    tail,
    minBytes: sizeOf(fields),
    tailBytes: sizeOf(tail),
    hasLength: front.some(({ name }) => name === 'length'),
    lengthCovers: descriptor.lengthCovers ?? 'all',
    maxFrameBytes: descriptor.maxFrameBytes,
    marker: descriptor.resync ? markerOf(front) : null,
    routeNumbers: new Map(routes),
    routeTexts: new Map(routes.map(([text, cmd]) => [cmd, text])),
  }
  checkWhole(descriptor, layout)
  return layout
}

type BothWays = Partial<Record<FrameDirection, HeaderLayout>>
const known = new WeakMap<FrameDescriptor, BothWays>()

/**
 * The header fields of one direction; throws RangeError for a descriptor that cannot frame anything. Ten thousand
 * connections of one layout share it.
 */
export function layoutOf(descriptor: FrameDescriptor, direction: FrameDirection): HeaderLayout {
  let both = known.get(descriptor)
  if (both === undefined) known.set(descriptor, (both = {}))
  return (both[direction] ??= compiled(descriptor, direction))
}
