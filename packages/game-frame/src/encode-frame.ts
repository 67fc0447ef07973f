import type { Frame, FrameDescriptor, FrameDirection } from './frame-descriptor.ts'
import { layoutOf, maxOf, writeUint } from './header-layout.ts'
import type { HeaderFieldName } from './frame-descriptor.ts'

/** Bytes of one frame; throws RangeError when the frame is over the limit or a value does not fit its field. */
export function encodeFrame(
  descriptor: FrameDescriptor,
  direction: FrameDirection,
  frame: Frame,
): Uint8Array {
  const layout = layoutOf(descriptor, direction)
  const total = layout.headerBytes + frame.body.length
  if (total > descriptor.maxFrameBytes) {
    throw new RangeError(`frame of ${total} bytes is over the limit of ${descriptor.maxFrameBytes}`)
  }
  const values: Record<HeaderFieldName, number> = {
    length: total - layout.lengthExtra,
    cmd: frame.cmd,
    seq: frame.seq,
    marker: 0,
    status: frame.status,
  }
  const bytes = new Uint8Array(total)
  for (const field of layout.fields) {
    const value = field.value ?? values[field.name]
    if (!Number.isInteger(value) || value < 0 || value > maxOf(field)) {
      throw new RangeError(`${field.name} ${value} does not fit ${field.type}`)
    }
    writeUint(bytes, field, value)
  }
  bytes.set(frame.body, layout.headerBytes)
  return bytes
}
