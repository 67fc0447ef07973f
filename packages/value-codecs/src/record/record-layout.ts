import { isPlainKey } from '../json/marks.ts'

/*
 * How records of one size stand one behind the other in a value. A layout is a text of one field a line, `name type`, with
 * `big` or `little` and `header N` before them; `#` begins a note.
 */

export const NUMBER_BYTES = {
  int8: 1,
  int16: 2,
  int32: 4,
  int64: 8,
  uint8: 1,
  uint16: 2,
  uint32: 4,
  uint64: 8,
  float: 4,
  double: 8,
  /** Milliseconds since 1970, signed. */
  timestamp: 8,
  /** Seconds since 1970. */
  timestamp32: 4,
} as const
export type NumberType = keyof typeof NUMBER_BYTES
export type RecordType = NumberType | 'string' | 'bytes'

export interface RecordField {
  readonly name: string
  readonly type: RecordType
  /** In bytes. */
  readonly size: number
}

export interface RecordLayout {
  readonly isLittle: boolean
  /** Bytes before the first record, kept as they are. */
  readonly headerBytes: number
  readonly fields: readonly RecordField[]
  /** Of one record. */
  readonly recordBytes: number
}

export const LAYOUT_LIMITS = { chars: 8_000, fields: 200, recordBytes: 65_536, headerBytes: 65_536 } as const

export type LayoutFaultCode =
  | 'line'
  | 'name'
  | 'repeated'
  | 'type'
  | 'size'
  | 'order'
  | 'header'
  | 'noFields'
  | 'fields'
  | 'record'
  | 'long'

/** Why a layout makes no sense; `line` from 1. */
export interface LayoutFault {
  readonly code: LayoutFaultCode
  readonly line: number
}

export type ReadLayout = { ok: true; layout: RecordLayout } | { ok: false; fault: LayoutFault }

const NAME = /^[\p{L}_][\p{L}\p{N}_.-]{0,59}$/u
const SIZED = /^(string|bytes)\((\d{1,6})\)$/

class LayoutError extends Error {
  readonly code: LayoutFaultCode

  constructor(code: LayoutFaultCode) {
    super(code)
    this.code = code
  }
}

function typeOf(word: string): Pick<RecordField, 'type' | 'size'> {
  if (Object.hasOwn(NUMBER_BYTES, word)) {
    return { type: word as NumberType, size: NUMBER_BYTES[word as NumberType] }
  }
  const sized = SIZED.exec(word)
  if (sized === null) throw new LayoutError('type')
  const size = Number(sized[2])
  if (size < 1 || size > LAYOUT_LIMITS.recordBytes) throw new LayoutError('size')
  return { type: sized[1] as 'string' | 'bytes', size }
}

class LayoutReader {
  isLittle = true
  headerBytes = 0
  recordBytes = 0
  readonly fields: RecordField[] = []

  line(text: string): void {
    const words = text.replace(/#.*$/, '').split(/\s+/).filter(Boolean)
    if (words.length === 0) return
    const [first, second] = words
    if (words.length === 1 && (first === 'big' || first === 'little')) this.#order(first)
    else if (words.length !== 2) throw new LayoutError('line')
    else if (first === 'header' && /^\d/.test(second!)) this.#header(second!)
    else this.#field(first!, second!)
  }

  #order(word: 'big' | 'little'): void {
    if (this.fields.length > 0) throw new LayoutError('order')
    this.isLittle = word === 'little'
  }

  #header(word: string): void {
    if (this.fields.length > 0) throw new LayoutError('order')
    if (!/^\d{1,6}$/.test(word) || Number(word) > LAYOUT_LIMITS.headerBytes) throw new LayoutError('header')
    this.headerBytes = Number(word)
  }

  #field(name: string, word: string): void {
    if (!NAME.test(name) || !isPlainKey(name)) throw new LayoutError('name')
    if (this.fields.some((each) => each.name === name)) throw new LayoutError('repeated')
    const { type, size } = typeOf(word)
    if (this.fields.length >= LAYOUT_LIMITS.fields) throw new LayoutError('fields')
    this.recordBytes += size
    if (this.recordBytes > LAYOUT_LIMITS.recordBytes) throw new LayoutError('record')
    this.fields.push({ name, type, size })
  }
}

/** Reads the text of a layout, or says in which line it makes no sense. */
export function readLayout(text: string): ReadLayout {
  if (text.length > LAYOUT_LIMITS.chars) return { ok: false, fault: { code: 'long', line: 1 } }
  const reader = new LayoutReader()
  const lines = text.split('\n')
  for (const [at, line] of lines.entries()) {
    try {
      reader.line(line)
    } catch (error) {
      if (error instanceof LayoutError) return { ok: false, fault: { code: error.code, line: at + 1 } }
      throw error
    }
  }
  const { isLittle, headerBytes, fields, recordBytes } = reader
  if (fields.length === 0) return { ok: false, fault: { code: 'noFields', line: lines.length } }
  return { ok: true, layout: { isLittle, headerBytes, fields, recordBytes } }
}
