import type { FrameDescriptor, FrameDirection, HeaderField, HeaderFieldType } from './frame-descriptor.ts'

export interface PlacedField extends HeaderField {
  offset: number
  width: number
}

export interface HeaderLayout {
  fields: PlacedField[]
  headerBytes: number
  length: PlacedField
  /** Frame bytes = the length field's value + this. */
  lengthExtra: number
}

const WIDTHS: Record<HeaderFieldType, number> = { u8: 1, u16: 2, u24: 3, u32: 4 }

/** The largest number the field holds. */
export function maxOf(field: PlacedField): number {
  return 256 ** field.width - 1
}

function lengthExtraOf(descriptor: FrameDescriptor, length: PlacedField, headerBytes: number): number {
  if (descriptor.lengthCovers === 'all') return 0
  if (descriptor.lengthCovers === 'body') return headerBytes
  return length.offset + length.width
}

/** Places the header fields of one direction; throws RangeError for a descriptor that cannot frame anything. */
export function layoutOf(descriptor: FrameDescriptor, direction: FrameDirection): HeaderLayout {
  const fields: PlacedField[] = []
  let headerBytes = 0
  for (const field of descriptor.header) {
    if (field.direction !== undefined && field.direction !== direction) continue
    const width = WIDTHS[field.type]
    if (width === undefined)
      throw new RangeError(`header field ${field.name} has the unknown type ${field.type}`)
    if (fields.some((placed) => placed.name === field.name && field.name !== 'marker')) {
      throw new RangeError(`header field ${field.name} stands twice`)
    }
    fields.push({ ...field, offset: headerBytes, width })
    headerBytes += width
  }
  const length = fields.find((field) => field.name === 'length')
  if (!length) throw new RangeError('a frame needs a length field')
  if (!fields.some((field) => field.name === 'cmd')) throw new RangeError('a frame needs a cmd field')
  if (!Number.isSafeInteger(descriptor.maxFrameBytes) || descriptor.maxFrameBytes < headerBytes) {
    throw new RangeError('maxFrameBytes must hold at least the header')
  }
  return { fields, headerBytes, length, lengthExtra: lengthExtraOf(descriptor, length, headerBytes) }
}

/** Reads the field; bytes that are not there yet count as 0. */
export function readUint(bytes: Uint8Array, field: PlacedField): number {
  let value = 0
  for (let index = 0; index < field.width; index += 1) {
    const at = field.endian === 'little' ? field.width - 1 - index : index
    value = value * 256 + (bytes[field.offset + at] ?? 0)
  }
  return value
}

export function writeUint(bytes: Uint8Array, field: PlacedField, value: number): void {
  let rest = value
  for (let index = 0; index < field.width; index += 1) {
    const at = field.endian === 'little' ? index : field.width - 1 - index
    bytes[field.offset + at] = rest % 256
    rest = Math.floor(rest / 256)
  }
}
