import { checkOf } from './checksums.ts'
import type { FieldValue } from './frame-descriptor.ts'
import type { Frame } from './frame.ts'
import type { HeaderLayout, PlacedField } from './header-layout.ts'
import { fittingUint, varintOf, writeUint } from './numbers.ts'

interface Written {
  field: PlacedField
  value: FieldValue
  width: number
}

const utf8 = new TextEncoder()

function headerWidth({ type, width }: PlacedField, value: FieldValue): number {
  if (width > 0) return width
  return type === 'varint' ? varintOf(value).length : 1 + utf8.encode(String(value)).length
}

/** A number only where no text is known: a game without the table reads texts. */
function travelsAsNumber(frame: Frame, layout: HeaderLayout, flags: number): boolean {
  if (frame.route !== undefined || layout.routeTexts.has(frame.cmd)) return false
  return layout.fields.some(
    ({ name, type, when }) =>
      name === 'cmd' &&
      type !== 'text8' &&
      when?.is.includes(when.mask === undefined ? flags : flags & when.mask),
  )
}

function flagsOf(field: PlacedField, said: FieldValue, frame: Frame, layout: HeaderLayout): FieldValue {
  const { numberBit } = field
  if (numberBit === undefined || frame.fields?.[field.key] !== undefined) return said
  const flags = Number(said) | numberBit
  return travelsAsNumber(frame, layout, flags) ? flags : said
}

function commandOf(field: PlacedField, frame: Frame, layout: HeaderLayout): FieldValue {
  if (field.type === 'text8') {
    const text = frame.route ?? layout.routeTexts.get(frame.cmd)
    if (text === undefined) throw new RangeError(`command ${frame.cmd} has no route`)
    return text
  }
  if (frame.cmd !== 0 || frame.route === undefined) return frame.fields?.['cmd'] ?? frame.cmd
  const number = layout.routeNumbers.get(frame.route)
  if (number === undefined) throw new RangeError(`route ${frame.route} has no number`)
  return number
}

function valueOf(field: PlacedField, frame: Frame, layout: HeaderLayout): FieldValue {
  if (field.constant !== undefined) return field.constant
  const { name, key } = field
  if (name === 'cmd') return commandOf(field, frame, layout)
  if (name === 'seq' || name === 'status') return frame.fields?.[name] ?? frame[name]
  if (name !== 'flags' && name !== 'custom') return 0
  const otherwise = frame.seq === 0 ? (field.defaultPush ?? field.default) : field.default
  const value = frame.fields?.[key] ?? otherwise ?? (field.type === 'text8' ? '' : 0)
  return name === 'flags' ? flagsOf(field, value, frame, layout) : value
}

function fitted(field: PlacedField, value: FieldValue): FieldValue {
  const { type, key } = field
  if (type === 'text8') {
    if (utf8.encode(String(value)).length > 255) throw new RangeError(`${key} has more than 255 bytes`)
    return value
  }
  const number = fittingUint(value, field.width === 0 ? 8 : field.width)
  if (number === null) throw new RangeError(`${key} ${value} does not fit ${type}`)
  return number
}

/** The fields that stand in this frame, the length still open. */
function written(frame: Frame, layout: HeaderLayout, flag: { mask: number; isSet: boolean }): Written[] {
  const values: (FieldValue | undefined)[] = []
  const list: Written[] = []
  for (const field of [...layout.fields, ...layout.tail]) {
    const other = field.whenIndex >= 0 ? values[field.whenIndex] : undefined
    const { when } = field
    const stands =
      !when ||
      (typeof other === 'number' && when.is.includes(when.mask === undefined ? other : other & when.mask))
    if (!stands) {
      values.push(undefined)
      continue
    }
    let value = valueOf(field, frame, layout)
    if (field.name === 'flags') value = (Number(value) & ~flag.mask) | (flag.isSet ? flag.mask : 0)
    if (field.name !== 'length') value = fitted(field, field.name === 'flags' ? Number(value) >>> 0 : value)
    values.push(value)
    list.push({ field, value, width: field.name === 'length' ? field.width : headerWidth(field, value) })
  }
  return list
}

/** The length's value; that of a varint may make the header longer, which the length may count again. */
function setLength(list: Written[], layout: HeaderLayout, bodyBytes: number): number {
  const length = list.find(({ field }) => field.name === 'length')
  const others = list.reduce((sum, each) => sum + (each === length ? 0 : each.width), bodyBytes)
  if (length === undefined) return others
  const index = list.indexOf(length)
  const before = list.slice(0, index).reduce((sum, { width }) => sum + width, 0)
  for (let width = length.field.width || 1; width <= 10; width += 1) {
    const total = others + width
    const covered = { all: total, afterLength: total - before - width, body: bodyBytes }[layout.lengthCovers]
    if (length.field.width === 0 && varintOf(covered).length > width) continue
    length.width = width
    length.value = covered
    return total
  }
  throw new RangeError('the length does not fit')
}

function writeField(bytes: Uint8Array, at: number, { field, value, width }: Written): void {
  if (field.type === 'varint') {
    const varint = varintOf(value)
    // A length that is one byte longer with itself than without keeps its wider form.
    while (varint.length < width) {
      varint[varint.length - 1]! |= 0x80
      varint.push(0)
    }
    bytes.set(varint, at)
  } else if (field.type === 'text8') {
    bytes[at] = width - 1
    bytes.set(utf8.encode(String(value)), at + 1)
  } else writeUint(bytes, at, field, value)
}

/** The check number over a whole frame whose own field is still 0. */
export function checkNumber(field: PlacedField, whole: Uint8Array, body: Uint8Array): number {
  const { kind = 'crc32', over = 'body' } = field.check ?? {}
  return checkOf(kind, over === 'all' ? whole : body, field.width)
}

/** A whole frame around a body that is ready to travel. */
export function writeFrame(
  layout: HeaderLayout,
  frame: Frame,
  body: Uint8Array,
  flag: { mask: number; isSet: boolean },
): Uint8Array {
  const list = written(frame, layout, flag)
  const total = setLength(list, layout, body.length)
  if (total > layout.maxFrameBytes) {
    throw new RangeError(`frame of ${total} bytes is over the limit of ${layout.maxFrameBytes}`)
  }
  const bytes = new Uint8Array(total)
  let at = 0
  let isBodyWritten = false
  let crc: { at: number; field: PlacedField } | null = null
  for (const each of list) {
    if (each.field.at === 'end' && !isBodyWritten) {
      bytes.set(body, at)
      at += body.length
      isBodyWritten = true
    }
    if (each.field.name === 'length') each.value = fitted(each.field, each.value)
    if (each.field.name === 'crc') crc = { at, field: each.field }
    writeField(bytes, at, each)
    at += each.width
  }
  if (!isBodyWritten) bytes.set(body, at)
  if (crc) writeUint(bytes, crc.at, crc.field, checkNumber(crc.field, bytes, body))
  return bytes
}
