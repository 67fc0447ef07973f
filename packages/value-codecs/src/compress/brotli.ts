// eslint-disable-next-line typescript/triple-slash-reference -- the package has no types, and pages only find what is named
/// <reference path="./brotli-decode.d.ts" />
import { BrotliDecompress } from 'brotli/dec/decode.js'
import type { BrotliSink, BrotliSource } from 'brotli/dec/decode.js'
import { FaultError, isFaultError, roomFor } from '../fault.ts'
import type { Limits } from '../fault.ts'
import { ByteWriter } from '../bytes/byte-writer.ts'
import { Sink } from './sink.ts'
import type { Unpacked } from './unpacked.ts'

/** More than the library reads ahead. */
const PADDING = 64

class Source implements BrotliSource {
  at = 0
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  read(into: Uint8Array, from: number, count: number): number {
    const piece = this.#bytes.subarray(this.at, this.at + count)
    into.set(piece, from)
    this.at += piece.length
    return piece.length
  }
}

function inflateInto(source: Source, write: (bytes: Uint8Array) => void): void {
  const sink: BrotliSink = {
    // The library makes room for what is only announced where its room is too small.
    buffer: { length: Number.POSITIVE_INFINITY },
    write: (bytes, count) => {
      write(bytes.subarray(0, count))
      return count
    },
  }
  try {
    BrotliDecompress(source, sink)
  } catch (error) {
    if (isFaultError(error)) throw error
    const isShort = /end of input|not enough bytes/.test((error as Error).message)
    throw new FaultError(isShort ? 'truncated' : 'invalid', source.at)
  }
}

/** The library reads zeros behind the end. What is whole means the same whatever stands there. */
function assertWhole(bytes: Uint8Array, whole: Uint8Array): void {
  const padded = new Uint8Array(bytes.length + PADDING).fill(0xff)
  padded.set(bytes)
  let at = 0
  const truncated = new FaultError('truncated', bytes.length)
  const compare = (part: Uint8Array): void => {
    for (const byte of part) {
      if (byte !== whole[at]) throw truncated
      at += 1
    }
  }
  try {
    inflateInto(new Source(padded), compare)
  } catch {
    throw truncated
  }
  if (at !== whole.length) throw truncated
}

/** RFC 7932, which has no checksum. What stands behind the end is not looked at. */
export function brotliInflate(bytes: Uint8Array, limits: Limits): Unpacked {
  const sink = new Sink(roomFor(bytes.length, limits))
  const source = new Source(bytes)
  inflateInto(source, (part) => sink.put(part, source.at))
  const whole = sink.finish()
  assertWhole(bytes, whole)
  return { bytes: whole, isChecked: false }
}

const PIECE = 65_536

/** Meta-blocks that are stored: valid, and a little larger than what goes in. */
export function brotliDeflate(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter()
  for (let at = 0; at < bytes.length; at += PIECE) {
    const piece = bytes.subarray(at, at + PIECE)
    // Bits, the lowest first: the window (once), not the last, four nibbles of length less one, stored.
    const isFirst = at === 0
    const bits = ((piece.length - 1) << 3) | (1 << 19)
    if (isFirst) {
      // A window of 16 is one bit; the head of the first then takes 21 bits.
      writer.u8((bits << 1) & 0xff)
      writer.u8((bits >>> 7) & 0xff)
      writer.u8((bits >>> 15) & 0xff)
    } else {
      writer.u8(bits & 0xff)
      writer.u8((bits >>> 8) & 0xff)
      writer.u8((bits >>> 16) & 0xff)
    }
    writer.put(piece)
  }
  // The last one is empty; alone it stands behind the window.
  writer.u8(bytes.length === 0 ? 0x06 : 0x03)
  return writer.finish()
}
