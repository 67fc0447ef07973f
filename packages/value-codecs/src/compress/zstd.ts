import { Decompress } from 'fzstd'
import { ByteWriter } from '../bytes/byte-writer.ts'
import { ByteReader } from '../bytes/byte-reader.ts'
import { FaultError, isFaultError, roomFor } from '../fault.ts'
import type { Limits } from '../fault.ts'
import { isSkippable } from './lz4.ts'
import { Sink } from './sink.ts'
import type { Unpacked } from './unpacked.ts'
import { xxHash64Low } from './xx-hash.ts'
import { isEndlessBlock } from './zstd-weights.ts'

export const ZSTD_FRAME = 0xfd2fb528
/** Bytes given to the library at a time: what comes out is counted between. */
const PIECE = 65_536

/** Bytes of the id of a dictionary and of the size of the content, by the flags for them. */
const DICTIONARY_BYTES = [0, 1, 2, 4]
const SIZE_BYTES = [0, 2, 4, 8]

function littleEndian(reader: ByteReader, count: number): number {
  return reader.take(count).reduceRight((value, byte) => value * 256 + byte, 0)
}

interface Head {
  window: number
  /** Bytes that come out; null: it does not say. */
  size: number | null
  hasChecksum: boolean
}

/** RFC 8878, 3.1.1.1. */
function frameHead(reader: ByteReader): Head {
  const from = reader.at
  const head = reader.u8()
  if ((head & 8) !== 0) throw new FaultError('invalid', from)
  const hasChecksum = (head & 4) !== 0
  const isSingle = (head & 0x20) !== 0
  const window = isSingle ? 0 : reader.u8()
  if (littleEndian(reader, DICTIONARY_BYTES[head & 3]!) !== 0) throw new FaultError('unsupported', from)
  const sizeBytes = isSingle && head >>> 6 === 0 ? 1 : SIZE_BYTES[head >>> 6]!
  // Two bytes begin where one ends.
  const size = sizeBytes === 0 ? null : littleEndian(reader, sizeBytes) + (sizeBytes === 2 ? 256 : 0)
  if (isSingle) return { window: size!, size, hasChecksum }
  const base = 2 ** (10 + (window >>> 3))
  return { window: base + (base / 8) * (window & 7), size, hasChecksum }
}

interface Frame extends Head {
  from: number
  to: number
}

/**
 * Goes over all frames and blocks by their heads: the library makes room for the window of each, does not say where bytes
 * are missing, and looks at no checksum.
 */
function framesOf(bytes: Uint8Array, most: number): Frame[] {
  const reader = new ByteReader(bytes)
  const frames: Frame[] = []
  do {
    const from = reader.at
    const magic = reader.u32(true)
    if (isSkippable(magic)) {
      reader.take(reader.u32(true))
      continue
    }
    if (magic !== ZSTD_FRAME) throw new FaultError(from === 0 ? 'invalid' : 'trailing', from)
    const head = frameHead(reader)
    if (head.window > most) throw new FaultError('tooLarge', from + 4)
    for (let isLast = false; !isLast;) {
      const blockHead = littleEndian(reader, 3)
      isLast = (blockHead & 1) === 1
      const type = (blockHead >>> 1) & 3
      if (type === 3) throw new FaultError('invalid', reader.at - 3)
      const at = reader.at
      reader.take(type === 1 ? 1 : blockHead >>> 3)
      if (type === 2 && isEndlessBlock(bytes, at, reader.at)) throw new FaultError('invalid', at)
    }
    if (head.hasChecksum) reader.take(4)
    frames.push({ ...head, from, to: reader.at })
  } while (reader.left > 0)
  return frames
}

function inflateFrame(bytes: Uint8Array, frame: Frame, sink: Sink): void {
  let at = frame.from
  let isEnded = false
  const stream = new Decompress((chunk, isFinal) => {
    sink.put(chunk, at)
    isEnded = isFinal === true
  })
  try {
    for (; at < frame.to; at += PIECE)
      stream.push(bytes.subarray(at, Math.min(at + PIECE, frame.to)), at + PIECE >= frame.to)
  } catch (error) {
    if (isFaultError(error)) throw error
    const isShort = (error as { code?: number }).code === 5
    throw new FaultError(isShort ? 'truncated' : 'invalid', Math.min(at, frame.to))
  }
  if (!isEnded) throw new FaultError('truncated', frame.to)
}

/** RFC 8878; dictionaries are not supported. */
export function zstdInflate(bytes: Uint8Array, limits: Limits): Unpacked {
  const frames = framesOf(bytes, limits.outBytes)
  const sink = new Sink(roomFor(bytes.length, limits))
  for (const frame of frames) {
    const start = sink.length
    inflateFrame(bytes, frame, sink)
    if (frame.size !== null && frame.size !== sink.length - start) throw new FaultError('damaged', frame.from)
    if (!frame.hasChecksum) continue
    const at = frame.to - 4
    if (new ByteReader(bytes, at).u32(true) !== xxHash64Low(sink.since(start)))
      throw new FaultError('damaged', at)
  }
  return { bytes: sink.finish(), isChecked: frames.every(({ hasChecksum }) => hasChecksum) }
}

/** Blocks of at most 128 KiB that are stored, and their checksum: valid, and a little larger than what goes in. */
export function zstdDeflate(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter()
  writer.u32(ZSTD_FRAME, true)
  // One segment, its size in four bytes, and a checksum at the end.
  writer.u8(0xa4)
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
  writer.u32(xxHash64Low(bytes), true)
  return writer.finish()
}
