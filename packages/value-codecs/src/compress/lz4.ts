import { ByteReader } from '../bytes/byte-reader.ts'
import { ByteWriter } from '../bytes/byte-writer.ts'
import { FaultError, roomFor } from '../fault.ts'
import type { Limits } from '../fault.ts'
import { Sink } from './sink.ts'
import { xxHash32 } from './xx-hash.ts'

export const LZ4_FRAME = 0x184d2204

function lengthFrom(reader: ByteReader, short: number): number {
  let length = short
  if (short !== 15) return length
  for (;;) {
    const byte = reader.u8()
    length += byte
    if (byte !== 255) return length
  }
}

/** https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md; a block may look back into what came out before it. */
function readBlock(reader: ByteReader, sink: Sink): void {
  while (reader.left > 0) {
    const token = reader.u8()
    sink.put(reader.take(lengthFrom(reader, token >>> 4)), reader.at)
    if (reader.left === 0) return
    const back = reader.u16(true)
    const length = lengthFrom(reader, token & 15) + 4
    sink.copyBack(back, length, reader.at)
  }
}

/** https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md; checksums are not looked at. */
function readFrame(reader: ByteReader, sink: Sink): void {
  const { bytes } = reader
  const from = reader.at
  if (reader.u32(true) !== LZ4_FRAME) throw new FaultError('invalid', from)
  const flags = reader.u8()
  if (flags >>> 6 !== 1) throw new FaultError('unsupported', from + 4)
  reader.u8()
  if ((flags & 0x08) !== 0) reader.u64(true)
  if ((flags & 0x01) !== 0) throw new FaultError('unsupported', from + 4)
  reader.u8()
  for (;;) {
    const at = reader.at
    const head = reader.u32(true)
    if (head === 0) break
    const block = reader.take(head & 0x7fff_ffff)
    if (head >>> 31 === 1) sink.put(block, at)
    else readBlock(new ByteReader(bytes.subarray(0, reader.at), reader.at - block.length), sink)
    if ((flags & 0x10) !== 0) reader.u32(true)
  }
  if ((flags & 0x04) !== 0) reader.u32(true)
}

/** One or more frames, or a block behind its size in four bytes, little endian, as many programs write it. */
export function lz4Inflate(bytes: Uint8Array, limits: Limits): Uint8Array<ArrayBuffer> {
  const sink = new Sink(roomFor(bytes.length, limits))
  const reader = new ByteReader(bytes)
  if (bytes.length >= 4 && new ByteReader(bytes).u32(true) === LZ4_FRAME) {
    while (reader.left > 0) readFrame(reader, sink)
    return sink.finish()
  }
  const total = reader.u32(true)
  sink.expect(total, 0)
  readBlock(reader, sink)
  if (sink.length !== total) throw new FaultError('invalid', 0)
  return sink.finish()
}

const PIECE = 4 * 1_048_576

/** A frame of blocks that are stored: valid, and a little larger than what goes in. */
export function lz4Deflate(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter()
  writer.u32(LZ4_FRAME, true)
  // Version 1, blocks by themselves; blocks of 4 MiB at most.
  const descriptor = Uint8Array.of(0x60, 0x70)
  writer.put(descriptor)
  writer.u8((xxHash32(descriptor) >>> 8) & 0xff)
  for (let at = 0; at < bytes.length; at += PIECE) {
    const piece = bytes.subarray(at, at + PIECE)
    writer.u32((0x8000_0000 | piece.length) >>> 0, true)
    writer.put(piece)
  }
  writer.u32(0)
  return writer.finish()
}
