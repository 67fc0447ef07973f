import { ByteWriter } from '../bytes/byte-writer.ts'
import { LEGACY_BLOCK, LZ4_FRAME, LZ4_LEGACY } from './lz4.ts'
import type { Lz4Kind } from './lz4.ts'
import { xxHash32 } from './xx-hash.ts'

const PIECE = 4 * 1_048_576

/** Blocks that are stored, and the checksum of all: valid, and a little larger than what goes in. */
function writeFrame(writer: ByteWriter, bytes: Uint8Array): void {
  writer.u32(LZ4_FRAME, true)
  // Version 1, blocks by themselves, a checksum of the content; blocks of 4 MiB at most.
  const descriptor = Uint8Array.of(0x64, 0x70)
  writer.put(descriptor)
  writer.u8((xxHash32(descriptor) >>> 8) & 0xff)
  for (let at = 0; at < bytes.length; at += PIECE) {
    const piece = bytes.subarray(at, at + PIECE)
    writer.u32((0x8000_0000 | piece.length) >>> 0, true)
    writer.put(piece)
  }
  writer.u32(0)
  writer.u32(xxHash32(bytes), true)
}

/** A block of literals alone. */
function literals(bytes: Uint8Array): Uint8Array {
  const writer = new ByteWriter()
  const { length } = bytes
  writer.u8(Math.min(length, 15) << 4)
  if (length >= 15) {
    let rest = length - 15
    for (; rest >= 255; rest -= 255) writer.u8(255)
    writer.u8(rest)
  }
  writer.put(bytes)
  return writer.finish()
}

/** Packs bytes in the way of the writer before: who reads a block behind its size reads no frame. */
export function lz4Deflate(bytes: Uint8Array, kind: Lz4Kind): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter()
  if (kind === 'frame') writeFrame(writer, bytes)
  else if (kind === 'block') {
    writer.u32(bytes.length, true)
    writer.put(literals(bytes))
  } else {
    writer.u32(LZ4_LEGACY, true)
    for (let at = 0; at < bytes.length; at += LEGACY_BLOCK) {
      const block = literals(bytes.subarray(at, at + LEGACY_BLOCK))
      writer.u32(block.length, true)
      writer.put(block)
    }
  }
  return writer.finish()
}
