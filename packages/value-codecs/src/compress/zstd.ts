import { Decompress } from 'fzstd'
import { ByteWriter } from '../bytes/byte-writer.ts'
import { ByteReader } from '../bytes/byte-reader.ts'
import { FaultError, isFaultError, roomFor } from '../fault.ts'
import type { Limits } from '../fault.ts'
import { Sink } from './sink.ts'

export const ZSTD_FRAME = 0xfd2fb528
/** Bytes given to the library at a time: what comes out is counted between. */
const PIECE = 65_536

/** Magic numbers of frames that hold nothing for a reader: 0x184D2A50 to 5F. */
const SKIPPED = 0x184d2a5
/** Bytes of the id of a dictionary and of the size of the content, by the flags for them. */
const DICTIONARY_BYTES = [0, 1, 2, 4]
const SIZE_BYTES = [0, 2, 4, 8]

function littleEndian(reader: ByteReader, count: number): number {
  return reader.take(count).reduceRight((value, byte) => value * 256 + byte, 0)
}

/** Window of a frame in bytes, and whether a checksum ends it (RFC 8878, 3.1.1.1). */
function frameHead(reader: ByteReader): { window: number; hasChecksum: boolean } {
  const from = reader.at
  const head = reader.u8()
  const hasChecksum = (head & 4) !== 0
  const isSingle = (head & 0x20) !== 0
  const window = isSingle ? 0 : reader.u8()
  if (littleEndian(reader, DICTIONARY_BYTES[head & 3]!) !== 0) throw new FaultError('unsupported', from)
  const sizeBytes = isSingle && head >>> 6 === 0 ? 1 : SIZE_BYTES[head >>> 6]!
  const size = littleEndian(reader, sizeBytes)
  if (isSingle) return { window: size, hasChecksum }
  const base = 2 ** (10 + (window >>> 3))
  return { window: base + (base / 8) * (window & 7), hasChecksum }
}

/**
 * Goes over all frames and blocks by their heads: the library makes room for the window of each, and does not say where
 * bytes are missing.
 */
function assertFrames(bytes: Uint8Array, most: number): void {
  const reader = new ByteReader(bytes)
  do {
    const from = reader.at
    const magic = reader.u32(true)
    if (magic >>> 4 === SKIPPED) {
      reader.take(reader.u32(true))
      continue
    }
    if (magic !== ZSTD_FRAME) throw new FaultError('invalid', from)
    const { window, hasChecksum } = frameHead(reader)
    if (window > most) throw new FaultError('tooLarge', from + 4)
    for (let isLast = false; !isLast;) {
      const head = littleEndian(reader, 3)
      isLast = (head & 1) === 1
      const type = (head >>> 1) & 3
      if (type === 3) throw new FaultError('invalid', reader.at - 3)
      reader.take(type === 1 ? 1 : head >>> 3)
    }
    if (hasChecksum) reader.take(4)
  } while (reader.left > 0)
}

/** RFC 8878; dictionaries are not supported, checksums are not looked at. */
export function zstdInflate(bytes: Uint8Array, limits: Limits): Uint8Array<ArrayBuffer> {
  const room = roomFor(bytes.length, limits)
  assertFrames(bytes, limits.outBytes)
  const sink = new Sink(room)
  let at = 0
  let isEnded = false
  const stream = new Decompress((chunk, isFinal) => {
    sink.put(chunk, at)
    isEnded = isFinal === true
  })
  try {
    for (; at < bytes.length; at += PIECE)
      stream.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length)
  } catch (error) {
    if (isFaultError(error)) throw error
    throw new FaultError(
      (error as { code?: number }).code === 5 ? 'truncated' : 'invalid',
      Math.min(at, bytes.length),
    )
  }
  if (!isEnded) throw new FaultError('truncated', bytes.length)
  return sink.finish()
}

/** Blocks of at most 128 KiB that are stored: valid, and a little larger than what goes in. */
export function zstdDeflate(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter()
  writer.u32(ZSTD_FRAME, true)
  // One segment, its size in four bytes.
  writer.u8(0xa0)
  writer.u32(bytes.length, true)
  const PIECE_OUT = 131_072
  let at = 0
  do {
    const piece = bytes.subarray(at, at + PIECE_OUT)
    at += PIECE_OUT
    const head = (piece.length << 3) | (at >= bytes.length ? 1 : 0)
    writer.u8(head & 0xff)
    writer.u16(head >>> 8, true)
    writer.put(piece)
  } while (at < bytes.length)
  return writer.finish()
}
