import type { FieldValue } from './frame-descriptor.ts'
import type { FrameFault } from './frame.ts'
import type { HeaderLayout, PlacedField } from './header-layout.ts'
import { readUint, readVarint, varintWidth } from './numbers.ts'

const utf8 = new TextDecoder()

/** `more`: the header is not whole yet. */
type HeaderState = 'whole' | 'more' | 'fault'

const hex = (value: FieldValue) => (typeof value === 'number' ? `0x${value.toString(16)}` : value)

/** Reads one header after another; what it found stands in its properties, so that a frame costs no objects. */
export class HeaderReader {
  readonly #layout: HeaderLayout
  readonly #values: (FieldValue | undefined)[]
  cmd = 0
  seq = 0
  status = 0
  /** Whether the header had a command at all. */
  hasCommand = false
  flags = 0
  crc = 0
  /** Where the check number stands, from the start of the frame. */
  crcAt = 0
  route: string | undefined
  fields: Record<string, FieldValue> | undefined
  headerBytes = 0
  /** Bytes of the whole frame; 0: not known yet. */
  total = 0
  /** With `more`: bytes to wait for before another look is worth it. */
  need = 0
  fault: FrameFault = 'too_short'
  reason = ''
  /** Where in the frame the fault is. */
  faultAt = 0

  constructor(layout: HeaderLayout) {
    this.#layout = layout
    this.#values = Array.from({ length: layout.fields.length })
  }

  /** Looks at the header that begins at `at`; of a layout without length, the frame ends at `end`. */
  read(bytes: Uint8Array, at: number, end: number): HeaderState {
    const { fields, hasLength, tailBytes, lengthCovers } = this.#layout
    this.#reset(hasLength ? 0 : end - at)
    if (!hasLength && this.total > this.#layout.maxFrameBytes) return this.#tooLong(0)
    let cursor = at
    let bodyBytes = 0
    for (let index = 0; index < fields.length; index += 1) {
      const field = fields[index]!
      this.#values[index] = undefined
      if (field.whenIndex >= 0 && !this.#stands(field)) continue
      const width = this.#widthAt(field, bytes, cursor, end)
      if (width < 0) return this.#fail('bad_number', cursor - at, `${field.name} is no number of 64 bits`)
      const after = cursor + width - at
      if (this.total > 0 && after + tailBytes > this.total) return this.#tooShort(after + tailBytes)
      if (width === 0 || cursor + width > end) return this.#wait(width === 0 ? end + 1 - at : after, at, end)
      const value = this.#valueAt(field, bytes, cursor, width)
      if (field.constant !== undefined && value !== field.constant)
        return this.#wrong(field, value, cursor - at)
      this.#values[index] = value
      if (field.name === 'length') {
        if (lengthCovers === 'body') bodyBytes = Number(value)
        else this.total = Number(value) + (lengthCovers === 'all' ? 0 : after)
        if (Math.max(this.total, bodyBytes) > this.#layout.maxFrameBytes)
          return this.#tooLong(cursor - at, bodyBytes)
        if (lengthCovers !== 'body' && this.total < this.#layout.minBytes)
          return this.#tooShort(this.#layout.minBytes)
      } else this.#keep(field, value)
      if (field.name === 'crc') this.crcAt = cursor - at
      cursor += width
    }
    return this.#finish(cursor - at, bodyBytes)
  }

  /** Reads the fields behind the body; false: one has not the value it must have. */
  readTail(bytes: Uint8Array, at: number): boolean {
    let cursor = at + this.total - this.#layout.tailBytes
    for (const field of this.#layout.tail) {
      const value = readUint(bytes, cursor, field.width, field.isLittle)
      if (field.constant !== undefined && value !== field.constant) {
        this.#wrong(field, value, cursor - at)
        return false
      }
      if (field.name === 'crc') this.crcAt = cursor - at
      this.#keep(field, value)
      cursor += field.width
    }
    return true
  }

  /** Where the fields stand that were read, of the first frame a reader looked at. */
  places(bytes: Uint8Array): { field: PlacedField; value: FieldValue; from: number; to: number }[] {
    let at = 0
    return this.#layout.fields.flatMap((field, index) => {
      const value = this.#values[index]
      if (value === undefined) return []
      const from = at
      at += this.#widthAt(field, bytes, from, bytes.length)
      return [{ field, value, from, to: at }]
    })
  }

  #reset(total: number): void {
    this.cmd = 0
    this.seq = 0
    this.status = 0
    this.hasCommand = false
    this.flags = 0
    this.crc = 0
    this.route = undefined
    this.fields = undefined
    this.headerBytes = 0
    this.total = total
  }

  #finish(headerBytes: number, bodyBytes: number): HeaderState {
    const { tailBytes, hasLength, lengthCovers, maxFrameBytes } = this.#layout
    this.headerBytes = headerBytes
    if (hasLength && lengthCovers === 'body') this.total = headerBytes + bodyBytes + tailBytes
    if (this.total > maxFrameBytes) return this.#tooLong(0)
    return this.total < headerBytes + tailBytes ? this.#tooShort(headerBytes + tailBytes) : 'whole'
  }

  #stands(field: PlacedField): boolean {
    const other = this.#values[field.whenIndex]
    if (typeof other !== 'number') return false
    const { mask, is } = field.when!
    return is.includes(mask === undefined ? other : other & mask)
  }

  /** 0: the bytes do not say it yet; -1: they never will. */
  #widthAt(field: PlacedField, bytes: Uint8Array, at: number, end: number): number {
    if (field.width > 0) return field.width
    if (field.type === 'varint') return varintWidth(bytes, at, end)
    return at < end ? 1 + bytes[at]! : 0
  }

  #valueAt(field: PlacedField, bytes: Uint8Array, at: number, width: number): FieldValue {
    if (field.type === 'text8') return utf8.decode(bytes.subarray(at + 1, at + width))
    return field.type === 'varint' ? readVarint(bytes, at, width) : readUint(bytes, at, width, field.isLittle)
  }

  #keep(field: PlacedField, value: FieldValue): void {
    const { name } = field
    if (name === 'cmd' && field.type === 'text8') {
      this.route = String(value)
      this.cmd = this.#layout.routeNumbers.get(this.route) ?? 0
      this.hasCommand = true
    } else if (name === 'cmd' || name === 'seq' || name === 'status') {
      this[name] = Number(value)
      if (name === 'cmd') this.hasCommand = true
      if (typeof value === 'string') this.#note(name, value)
    } else if (name === 'flags' || name === 'custom') {
      if (name === 'flags') this.flags = Number(value)
      this.#note(field.key, value)
    } else if (name === 'crc') this.crc = Number(value)
  }

  #note(key: string, value: FieldValue): void {
    this.fields ??= {}
    this.fields[key] = value
  }

  #fail(fault: FrameFault, at: number, reason: string): 'fault' {
    this.fault = fault
    this.faultAt = at
    this.reason = reason
    return 'fault'
  }

  #wait(need: number, at: number, end: number): HeaderState {
    // Of a message that is a frame nothing more will come, and a frame has no more than it says.
    const isEnded = !this.#layout.hasLength || (this.total > 0 && need + this.#layout.tailBytes > this.total)
    if (isEnded) return this.#tooShort(Math.max(need, end - at + 1))
    this.need = need
    return 'more'
  }

  #tooShort(header: number): 'fault' {
    return this.#fail('too_short', 0, `frame says ${this.total} bytes, its header alone has ${header}`)
  }

  #tooLong(at: number, bodyBytes = 0): 'fault' {
    const says = Math.max(this.total, bodyBytes)
    return this.#fail('too_long', at, `frame says ${says} bytes, the limit is ${this.#layout.maxFrameBytes}`)
  }

  #wrong(field: PlacedField, value: FieldValue, at: number): 'fault' {
    return this.#fail('wrong_marker', at, `${field.key} is ${hex(value)}, not ${hex(field.constant!)}`)
  }
}
