import type { FrameDescriptor, FrameDirection } from './frame-descriptor.ts'
import type { DecodedFrames } from './frame.ts'
import { openFrames } from './open-frames.ts'
import type { Frames } from './open-frames.ts'

/** Cuts a byte stream of one direction into frames, for layouts whose frames do not depend on each other. */
export class FrameDecoder {
  readonly #frames: Frames
  readonly #direction: FrameDirection

  constructor(descriptor: FrameDescriptor, direction: FrameDirection) {
    this.#frames = openFrames(descriptor)
    this.#direction = direction
  }

  get pendingBytes(): number {
    return this.#frames.pendingBytes(this.#direction)
  }

  push(chunk: Uint8Array): DecodedFrames {
    return this.#frames.push(this.#direction, chunk)
  }
}
