import type { FieldValue, FrameDescriptor, FrameDirection, HeaderField } from './frame-descriptor.ts'
import { layoutOf } from './header-layout.ts'
import { HeaderReader } from './header-reader.ts'
import { readUint } from './numbers.ts'

/** Bytes of one field of a frame, or of what lies between its header and the fields behind the body. */
export interface FramePart {
  /** Null: the body, or bytes that do not fit the layout. */
  field: HeaderField | null
  /** Null without a field. */
  value: FieldValue | null
  from: number
  to: number
}

/** Bytes of the fields behind the body. */
export function tailBytesOf(descriptor: FrameDescriptor, direction: FrameDirection): number {
  return layoutOf(descriptor, direction).tailBytes
}

/**
 * Which bytes of a whole frame are which field, in their order. Of one that breaks its layout, the fields up to the fault;
 * the rest stands together. Throws RangeError for a layout that cannot frame anything.
 */
export function framePartsOf(
  descriptor: FrameDescriptor,
  direction: FrameDirection,
  raw: Uint8Array,
): FramePart[] {
  const layout = layoutOf(descriptor, direction)
  const reader = new HeaderReader(layout)
  const isWhole = reader.read(raw, 0, raw.length) === 'whole' && reader.total === raw.length
  const parts: FramePart[] = reader.places(raw)
  const bodyAt = parts.at(-1)?.to ?? 0
  const bodyEnd = isWhole ? raw.length - layout.tailBytes : raw.length
  if (bodyAt < bodyEnd) parts.push({ field: null, value: null, from: bodyAt, to: bodyEnd })
  let at = bodyEnd
  for (const field of isWhole ? layout.tail : []) {
    const to = at + field.width
    parts.push({ field, value: readUint(raw, at, field.width, field.isLittle), from: at, to })
    at = to
  }
  return parts
}
