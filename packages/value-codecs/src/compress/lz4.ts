import { ByteReader } from '../bytes/byte-reader.ts'
import { FaultError, roomFor } from '../fault.ts'
import type { Limits } from '../fault.ts'
import { Sink } from './sink.ts'
import type { Unpacked } from './unpacked.ts'
import { xxHash32 } from './xx-hash.ts'

export const LZ4_FRAME = 0x184d2204
/** Of `lz4 -l` and kernels: blocks up to the end, without a head, sizes or checksums. */
export const LZ4_LEGACY = 0x184c2102
/** Magic numbers of frames that hold nothing for a reader: 0x184D2A50 to 5F. Zstandard has the same. */
const SKIPPED = 0x184d2a5
export const isSkippable = (magic: number): boolean => magic >>> 4 === SKIPPED

/** Bytes that come out of one block, by the number in the head of a frame. */
const BLOCK_BYTES = [0, 0, 0, 0, 65_536, 262_144, 1_048_576, 4_194_304]
export const LEGACY_BLOCK = 8 * 1_048_576

function lengthFrom(reader: ByteReader, short: number): number {
  let length = short
  if (short !== 15) return length
  for (;;) {
    const byte = reader.u8()
    length += byte
    if (byte !== 255) return length
  }
}

/** https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md; a match may look back to `from` in what came out. */
function readBlock(reader: ByteReader, sink: Sink, from = 0): void {
  while (reader.left > 0) {
    const token = reader.u8()
    sink.put(reader.take(lengthFrom(reader, token >>> 4)), reader.at)
    if (reader.left === 0) return
    const back = reader.u16(true)
    if (back > sink.length - from) throw new FaultError('invalid', reader.at - 2)
    const length = lengthFrom(reader, token & 15) + 4
    sink.copyBack(back, length, reader.at)
  }
}

interface Head {
  areAlone: boolean
  hasBlockSums: boolean
  hasSum: boolean
  size: bigint | null
  blockBytes: number
}

function readHead(reader: ByteReader): Head {
  const from = reader.at
  const flags = reader.u8()
  if (flags >>> 6 !== 1) throw new FaultError('unsupported', from)
  const block = reader.u8()
  const blockBytes = (block & 0x8f) === 0 ? BLOCK_BYTES[block >>> 4]! : 0
  if ((flags & 0x02) !== 0 || blockBytes === 0) throw new FaultError('invalid', from)
  const size = (flags & 0x08) === 0 ? null : reader.u64(true)
  // What was packed with a dictionary cannot be read without it.
  if ((flags & 0x01) !== 0) reader.u32(true)
  const at = reader.at
  if (((xxHash32(reader.bytes.subarray(from, at)) >>> 8) & 0xff) !== reader.u8())
    throw new FaultError('damaged', at)
  if ((flags & 0x01) !== 0) throw new FaultError('unsupported', from)
  return {
    areAlone: (flags & 0x20) !== 0,
    hasBlockSums: (flags & 0x10) !== 0,
    hasSum: (flags & 0x04) !== 0,
    size,
    blockBytes,
  }
}

function assertSum(reader: ByteReader, bytes: Uint8Array): void {
  const { at } = reader
  if (reader.u32(true) !== xxHash32(bytes)) throw new FaultError('damaged', at)
}

/** https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md, behind its magic number; whether checksums cover all of it. */
function readFrame(reader: ByteReader, sink: Sink): boolean {
  const { bytes } = reader
  const from = sink.length
  const head = readHead(reader)
  for (;;) {
    const at = reader.at
    const blockHead = reader.u32(true)
    if (blockHead === 0) break
    const block = reader.take(blockHead & 0x7fff_ffff)
    const start = sink.length
    if (head.hasBlockSums) assertSum(reader, block)
    if (blockHead >>> 31 === 1) sink.put(block, at)
    else {
      const inner = new ByteReader(bytes.subarray(0, at + 4 + block.length), at + 4)
      readBlock(inner, sink, head.areAlone ? start : from)
    }
    if (sink.length - start > head.blockBytes) throw new FaultError('invalid', at)
  }
  if (head.size !== null && head.size !== BigInt(sink.length - from))
    throw new FaultError('damaged', reader.at)
  if (head.hasSum) assertSum(reader, sink.since(from))
  return head.hasSum || head.hasBlockSums
}

const isMagic = (word: number): boolean => word === LZ4_FRAME || word === LZ4_LEGACY || isSkippable(word)

function readLegacy(reader: ByteReader, sink: Sink): void {
  while (reader.left > 0) {
    const at = reader.at
    const size = reader.u32(true)
    if (isMagic(size)) {
      reader.at = at
      return
    }
    reader.take(size)
    const start = sink.length
    readBlock(new ByteReader(reader.bytes.subarray(0, reader.at), at + 4), sink, start)
    if (sink.length - start > LEGACY_BLOCK) throw new FaultError('invalid', at)
  }
}

/** How LZ4 was written: frames, blocks of the old program, or one block behind its size in four bytes. */
export type Lz4Kind = 'frame' | 'legacy' | 'block'

/** By the first magic number that is not of a frame to skip. */
export function lz4Kind(bytes: Uint8Array): Lz4Kind {
  const reader = new ByteReader(bytes)
  while (reader.left >= 8) {
    const magic = reader.u32(true)
    if (!isSkippable(magic)) return magic === LZ4_FRAME ? 'frame' : magic === LZ4_LEGACY ? 'legacy' : 'block'
    const length = reader.u32(true)
    if (length > reader.left) return 'frame'
    reader.take(length)
  }
  if (reader.at > 0) return 'frame'
  return reader.left >= 4 && reader.u32(true) === LZ4_LEGACY ? 'legacy' : 'block'
}

function readFrames(reader: ByteReader, sink: Sink): boolean {
  let isChecked = true
  while (reader.left > 0) {
    const from = reader.at
    const magic = reader.u32(true)
    if (isSkippable(magic)) reader.take(reader.u32(true))
    else if (magic === LZ4_FRAME) isChecked = readFrame(reader, sink) && isChecked
    else if (magic === LZ4_LEGACY) {
      readLegacy(reader, sink)
      isChecked = false
    } else throw new FaultError(from === 0 ? 'invalid' : 'trailing', from)
  }
  return isChecked
}

/** Frames of any kind one after the other, or a block behind its size in four bytes, little endian, as many programs write it. */
export function lz4Inflate(bytes: Uint8Array, limits: Limits): Unpacked {
  const sink = new Sink(roomFor(bytes.length, limits))
  const reader = new ByteReader(bytes)
  if (bytes.length >= 4 && isMagic(new ByteReader(bytes).u32(true))) {
    const isChecked = readFrames(reader, sink)
    return { bytes: sink.finish(), isChecked }
  }
  const total = reader.u32(true)
  sink.expect(total, 0)
  readBlock(reader, sink)
  if (sink.length !== total) throw new FaultError('damaged', 0)
  return { bytes: sink.finish(), isChecked: false }
}
