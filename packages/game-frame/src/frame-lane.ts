import type { BodyPipe } from './body-pipe.ts'
import type { FieldValue } from './frame-descriptor.ts'
import type { DecodedFrame, DecodedFrames, FrameProblem, SkippedBytes } from './frame.ts'
import type { HeaderLayout, PlacedField } from './header-layout.ts'
import { HeaderReader } from './header-reader.ts'
import { checkNumber } from './header-writer.ts'
import { PendingFrame } from './pending-frame.ts'

const NOTHING = new Uint8Array()

/** What the header of a whole frame said, until its bytes are copied out of the chunk. */
interface Cut {
  start: number
  total: number
  headerBytes: number
  cmd: number
  seq: number
  status: number
  hasCommand: boolean
  flags: number
  crc: number
  crcAt: number
  route: string | undefined
  fields: Record<string, FieldValue> | undefined
}

interface Found {
  frames: DecodedFrame[]
  skipped: SkippedBytes[]
}

export interface LaneOptions {
  layout: HeaderLayout
  pipe: BodyPipe
  /** Sees each frame as soon as its body is readable: the key of the next one may stand in it. */
  onFrame?: (frame: DecodedFrame, hasCommand: boolean) => void
}

/**
 * Cuts the bytes of one direction into frames. Whole frames of a chunk are copied together, once; a frame over several
 * chunks is put together in a buffer of its own. After a fault it stays faulted, because the stream has lost its place.
 */
export class FrameLane {
  readonly #options: LaneOptions
  readonly #reader: HeaderReader
  readonly #crc: PlacedField | undefined
  readonly #pending = new PendingFrame()
  /** Of the next byte in the stream. */
  #offset = 0
  #fault: FrameProblem | null = null

  constructor(options: LaneOptions) {
    this.#options = options
    const { layout } = options
    this.#reader = new HeaderReader(layout)
    this.#crc = [...layout.fields, ...layout.tail].find(({ name }) => name === 'crc')
  }

  get pendingBytes(): number {
    return this.#pending.size
  }

  push(chunk: Uint8Array): DecodedFrames {
    const found: Found = { frames: [], skipped: [] }
    this.#options.pipe.begin()
    // A Buffer would hand out Buffers.
    let rest: Uint8Array = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length)
    if (!this.#options.layout.hasLength) return this.#message(rest, found)
    while (rest.length > 0 && !this.#fault) {
      rest = this.#pending.size > 0 ? this.#fill(rest, found) : this.#scan(rest, found)
    }
    if (!this.#fault) return { ok: true, ...found }
    this.#pending.clear()
    return { ok: false, ...found, ...this.#fault }
  }

  /** A message that is a frame. A wrong one says nothing about the next. */
  #message(bytes: Uint8Array, found: Found): DecodedFrames {
    this.#scan(bytes, found)
    const fault = this.#fault
    this.#fault = null
    return fault ? { ok: false, ...found, ...fault } : { ok: true, ...found }
  }

  /** Cuts a chunk that begins with a frame. */
  #scan(bytes: Uint8Array, found: Found): Uint8Array {
    const cuts: Cut[] = []
    let at = 0
    do {
      const state = this.#reader.read(bytes, at, bytes.length)
      const isWhole = state === 'whole' && this.#reader.total <= bytes.length - at
      if (state === 'fault' || (isWhole && !this.#reader.readTail(bytes, at))) {
        const next = this.#afterFault(bytes, at, found.skipped)
        if (next < 0) break
        at = next
      } else if (isWhole) {
        cuts.push(this.#cut(at))
        at += this.#reader.total
      } else {
        this.#pending.want(this.#wanted(state === 'whole'))
        this.#pending.take(bytes.subarray(at))
        break
      }
    } while (at < bytes.length)
    this.#emit(cuts, bytes, found.frames)
    this.#offset += bytes.length
    return NOTHING
  }

  #emit(cuts: Cut[], bytes: Uint8Array, frames: DecodedFrame[]): void {
    if (cuts.length === 0) return
    const first = cuts[0]!.start
    const last = cuts.at(-1)!
    const own = bytes.slice(first, last.start + last.total)
    for (const cut of cuts) frames.push(this.#frameOf(cut, own, cut.start - first, this.#offset + cut.start))
  }

  /** Adds to the frame that is not whole yet; returns what it did not need. */
  #fill(bytes: Uint8Array, found: Found): Uint8Array {
    const pending = this.#pending
    const count = pending.take(bytes)
    this.#offset += count
    const rest = bytes.subarray(count)
    if (!pending.isComplete) return rest
    const own = pending.bytes
    const start = this.#offset - own.length
    const state = this.#reader.read(own, 0, own.length)
    const isWhole = state === 'whole' && this.#reader.total <= own.length
    if (state === 'fault' || (isWhole && !this.#reader.readTail(own, 0))) {
      pending.clear()
      this.#offset = start
      if (this.#options.layout.marker === null) return this.#stop(start)
      // Looks again from its first byte: a marker may stand within.
      const joined = new Uint8Array(own.length + rest.length)
      joined.set(own)
      joined.set(rest, own.length)
      return joined
    }
    if (isWhole) {
      pending.clear()
      found.frames.push(this.#frameOf(this.#cut(0), own, 0, start))
    } else pending.want(this.#wanted(state === 'whole'))
    return rest
  }

  /** Bytes to wait for: the frame's, once they are known and allowed, else those of the next part of its header. */
  #wanted(isHeaderWhole: boolean): number {
    return isHeaderWhole ? this.#reader.total : this.#reader.need
  }

  /** Where to go on in the chunk; -1: nowhere. */
  #afterFault(bytes: Uint8Array, at: number, skipped: SkippedBytes[]): number {
    const { marker } = this.#options.layout
    if (marker === null) {
      this.#stop(this.#offset + at)
      return -1
    }
    const next = nextMarker(bytes, at + 1, marker)
    const { fault, reason } = this.#reader
    const last = skipped.at(-1)
    const offset = this.#offset + at
    // Bytes skipped one after another are one gap, named by what was wrong first.
    if (last && last.offset + last.bytes === offset) last.bytes += next - at
    else skipped.push({ offset, bytes: next - at, fault, reason })
    return next
  }

  #stop(start: number): Uint8Array {
    const { fault, reason, faultAt } = this.#reader
    this.#fault = { fault, reason, offset: start + faultAt }
    return NOTHING
  }

  #cut(start: number): Cut {
    const { total, headerBytes, cmd, seq, status, hasCommand, flags, crc, crcAt, route, fields } =
      this.#reader
    return { start, total, headerBytes, cmd, seq, status, hasCommand, flags, crc, crcAt, route, fields }
  }

  #frameOf(cut: Cut, own: Uint8Array, at: number, offset: number): DecodedFrame {
    const { cmd, seq, status, total, headerBytes } = cut
    const { layout, pipe, onFrame } = this.#options
    const body = own.subarray(at + headerBytes, at + total - layout.tailBytes)
    const frame: DecodedFrame = { cmd, seq, status, body, raw: own.subarray(at, at + total), offset }
    if (cut.route !== undefined) frame.route = cut.route
    if (cut.fields !== undefined) frame.fields = cut.fields
    if (this.#crc) this.#check(this.#crc, cut, frame)
    if (!frame.problem) pipe.open(frame, cut.flags, headerBytes)
    onFrame?.(frame, cut.hasCommand)
    return frame
  }

  #check(field: PlacedField, { crc, crcAt }: Cut, frame: DecodedFrame): void {
    let whole = frame.raw
    if (field.check?.over === 'all') {
      whole = whole.slice()
      whole.fill(0, crcAt, crcAt + field.width)
    }
    const right = checkNumber(field, whole, frame.body)
    if (crc === right) return
    const reason = `the check number is 0x${crc.toString(16)}, the bytes give 0x${right.toString(16)}`
    frame.problem = { fault: 'bad_crc', offset: frame.offset + crcAt, reason }
  }
}

/** Where the next frame may begin: where its marker could stand, as far as bytes are there. */
function nextMarker(bytes: Uint8Array, from: number, marker: { offset: number; bytes: Uint8Array }): number {
  for (let at = from; at < bytes.length; at += 1) {
    const place = at + marker.offset
    let matches = 0
    while (matches < marker.bytes.length && place + matches < bytes.length) {
      if (bytes[place + matches] !== marker.bytes[matches]) break
      matches += 1
    }
    if (matches === marker.bytes.length || place + matches >= bytes.length) return at
  }
  return bytes.length
}
