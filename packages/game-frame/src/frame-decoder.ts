import { ByteQueue } from './byte-queue.ts'
import type { Frame, FrameDescriptor, FrameDirection } from './frame-descriptor.ts'
import { layoutOf, readUint } from './header-layout.ts'
import type { HeaderLayout } from './header-layout.ts'

export type FrameFault = 'too_short' | 'too_long' | 'wrong_marker'
export type DecodedFrames =
  | { ok: true; frames: Frame[] }
  | { ok: false; frames: Frame[]; fault: FrameFault; reason: string }

type Step = Frame | null | { fault: FrameFault; reason: string }

/** Cuts a byte stream into frames; after the first fault it stays faulted, because the stream has lost its place. */
export class FrameDecoder {
  readonly #descriptor: FrameDescriptor
  readonly #layout: HeaderLayout
  readonly #queue = new ByteQueue()
  #fault: { fault: FrameFault; reason: string } | null = null

  constructor(descriptor: FrameDescriptor, direction: FrameDirection) {
    this.#descriptor = descriptor
    this.#layout = layoutOf(descriptor, direction)
  }

  /** Bytes that wait for the rest of their frame; not 0 at the end of a stream means the last frame was cut. */
  get pendingBytes(): number {
    return this.#queue.size
  }

  push(chunk: Uint8Array): DecodedFrames {
    const frames: Frame[] = []
    if (this.#fault) return { ok: false, frames, ...this.#fault }
    this.#queue.add(chunk)
    for (;;) {
      const step = this.#next()
      if (step === null) return { ok: true, frames }
      if ('fault' in step) {
        this.#fault = step
        this.#queue.clear()
        return { ok: false, frames, ...step }
      }
      frames.push(step)
    }
  }

  #next(): Step {
    const { headerBytes, length, lengthExtra } = this.#layout
    // The length alone decides over-long frames, so that nothing is kept for a frame that will be refused.
    if (this.#queue.size < length.offset + length.width) return null
    const start = this.#queue.peek(Math.min(headerBytes, this.#queue.size))
    const total = readUint(start, length) + lengthExtra
    if (total < headerBytes) {
      return { fault: 'too_short', reason: `frame says ${total} bytes, its header alone has ${headerBytes}` }
    }
    if (total > this.#descriptor.maxFrameBytes) {
      return {
        fault: 'too_long',
        reason: `frame says ${total} bytes, the limit is ${this.#descriptor.maxFrameBytes}`,
      }
    }
    if (start.length < headerBytes) return null
    const wrong = this.#layout.fields.find(
      (field) => field.value !== undefined && readUint(start, field) !== field.value,
    )
    if (wrong) {
      const got = readUint(start, wrong).toString(16)
      return {
        fault: 'wrong_marker',
        reason: `${wrong.name} is 0x${got}, not 0x${wrong.value?.toString(16)}`,
      }
    }
    return this.#queue.size < total ? null : this.#frameOf(this.#queue.take(total))
  }

  #frameOf(bytes: Uint8Array): Frame {
    const frame: Frame = { cmd: 0, seq: 0, status: 0, body: bytes.subarray(this.#layout.headerBytes) }
    for (const field of this.#layout.fields) {
      if (field.name === 'cmd' || field.name === 'seq' || field.name === 'status') {
        frame[field.name] = readUint(bytes, field)
      }
    }
    return frame
  }
}
