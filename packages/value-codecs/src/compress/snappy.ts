import { ByteReader, sameBytes } from '../bytes/byte-reader.ts'
import { ByteWriter } from '../bytes/byte-writer.ts'
import { FaultError, roomFor } from '../fault.ts'
import type { Limits } from '../fault.ts'
import { maskedCrc32c } from './crc-32c.ts'
import { Sink } from './sink.ts'
import type { Unpacked } from './unpacked.ts'

const STREAM_HEAD = [0xff, 0x06, 0x00, 0x00, 0x73, 0x4e, 0x61, 0x50, 0x70, 0x59]
const STREAM_NAME = Uint8Array.from(STREAM_HEAD.slice(4))
/** Bytes that come out of one chunk. */
const CHUNK = 65_536

/** The stream identifier of the framing format. */
export const isSnappyStream = (bytes: Uint8Array): boolean =>
  STREAM_HEAD.every((byte, at) => bytes[at] === byte)

function varint(reader: ByteReader): number {
  let value = 0
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = reader.u8()
    value += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) return value
  }
  throw new FaultError('invalid', reader.at)
}

/** The bytes of one block; it says first how many come out. */
function readBlock(reader: ByteReader, sink: Sink): void {
  const from = sink.length
  const total = varint(reader)
  sink.expect(total, reader.at)
  while (reader.left > 0) {
    const tag = reader.u8()
    const kind = tag & 3
    if (kind === 0) {
      const short = tag >>> 2
      let length = short + 1
      if (short >= 60) {
        length = 1
        for (let at = 0; at < short - 59; at += 1) length += reader.u8() * 2 ** (8 * at)
      }
      sink.put(reader.take(length), reader.at)
      continue
    }
    const length = kind === 1 ? ((tag >>> 2) & 7) + 4 : (tag >>> 2) + 1
    const back =
      kind === 1 ? ((tag >>> 5) << 8) | reader.u8() : kind === 2 ? reader.u16(true) : reader.u32(true)
    if (back > sink.length - from) throw new FaultError('invalid', reader.at)
    sink.copyBack(back, length, reader.at)
  }
  if (sink.length - from !== total)
    throw new FaultError(sink.length - from < total ? 'truncated' : 'damaged', reader.at)
}

/** https://github.com/google/snappy/blob/main/format_description.txt and framing_format.txt. */
export function snappyInflate(bytes: Uint8Array, limits: Limits): Unpacked {
  const sink = new Sink(roomFor(bytes.length, limits))
  if (!isSnappyStream(bytes)) {
    readBlock(new ByteReader(bytes), sink)
    return { bytes: sink.finish(), isChecked: false }
  }
  const reader = new ByteReader(bytes)
  let isChecked = true
  while (reader.left > 0) {
    const at = reader.at
    const type = reader.u8()
    const length = reader.u8() | (reader.u16(true) << 8)
    const chunk = reader.take(length)
    if (type === 0x00 || type === 0x01)
      readChunk(new ByteReader(bytes.subarray(0, reader.at), at + 4), sink, type)
    else if (type < 0x80) throw new FaultError('unsupported', at)
    else if (type === 0xff && !sameBytes(chunk, STREAM_NAME)) throw new FaultError('invalid', at)
    // One that nobody knows may be a known one with a wrong bit, and no checksum tells of what is left out.
    else if (type < 0xfe) isChecked = false
  }
  return { bytes: sink.finish(), isChecked }
}

/** A chunk behind its head: the checksum of what comes out, and the block, packed or as it is. */
function readChunk(reader: ByteReader, sink: Sink, type: number): void {
  const from = sink.length
  const at = reader.at
  const sum = reader.u32(true)
  if (type === 0x00) readBlock(reader, sink)
  else sink.put(reader.take(reader.left), reader.at)
  if (sink.length - from > CHUNK) throw new FaultError('invalid', at)
  if (maskedCrc32c(sink.since(from)) !== sum) throw new FaultError('damaged', at)
}

/** A stream of chunks that are stored, with their checksums. */
function streamOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter()
  writer.put(Uint8Array.from(STREAM_HEAD))
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const piece = bytes.subarray(at, at + CHUNK)
    const length = piece.length + 4
    writer.u8(0x01)
    writer.u8(length & 0xff)
    writer.u16(length >>> 8, true)
    writer.u32(maskedCrc32c(piece), true)
    writer.put(piece)
  }
  return writer.finish()
}

/** A block of literals alone, or a stream: valid, and a little larger than what goes in. */
export function snappyDeflate(bytes: Uint8Array, isStream: boolean): Uint8Array<ArrayBuffer> {
  if (isStream) return streamOf(bytes)
  const writer = new ByteWriter()
  let rest = bytes.length
  do {
    writer.u8(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest)
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const piece = bytes.subarray(at, at + CHUNK)
    writer.u8(61 << 2)
    writer.u16(piece.length - 1, true)
    writer.put(piece)
  }
  return writer.finish()
}
