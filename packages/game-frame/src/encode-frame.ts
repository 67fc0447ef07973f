import type { FrameDescriptor, FrameDirection } from './frame-descriptor.ts'
import type { Frame } from './frame.ts'
import { openFrames } from './open-frames.ts'

/** Bytes of one frame of a layout whose frames do not depend on each other; throws RangeError as `Frames.encode` does. */
export function encodeFrame(
  descriptor: FrameDescriptor,
  direction: FrameDirection,
  frame: Frame,
): Uint8Array {
  return openFrames(descriptor).encode(direction, frame)
}
