import { ByteReader, utf8Of } from './bytes/byte-reader.ts'
import { LZ4_FRAME, LZ4_LEGACY, isSkippable } from './compress/lz4.ts'
import { isSnappyStream } from './compress/snappy.ts'
import { ZSTD_FRAME } from './compress/zstd.ts'
import type { Compression } from './compress/compression.ts'
import { decode } from './decode.ts'
import type { ValueFormat } from './decode.ts'
import { DEFAULT_LIMITS } from './fault.ts'
import { isTimestamp } from './plain/timestamp.ts'

/** The first magic number of LZ4 or Zstandard that is not of a frame to skip: both skip the same; null: there is none. */
function firstMagic(bytes: Uint8Array): number | null {
  const reader = new ByteReader(bytes)
  while (reader.left >= 4) {
    const magic = reader.u32(true)
    if (!isSkippable(magic)) return magic
    if (reader.left < 4) return null
    const length = reader.u32(true)
    if (length > reader.left) return null
    reader.take(length)
  }
  return null
}

/** The compression whose magic bytes stand first; raw Deflate, Brotli and Snappy blocks have none. */
export function detectCompression(bytes: Uint8Array): Compression | null {
  if (bytes.length < 4) return null
  const [first, second] = bytes
  if (first === 0x1f && second === 0x8b && bytes[2] === 8) return 'gzip'
  const magic = firstMagic(bytes)
  if (magic === ZSTD_FRAME) return 'zstd'
  if (magic === LZ4_FRAME || magic === LZ4_LEGACY) return 'lz4'
  if (isSnappyStream(bytes)) return 'snappy'
  // A window of 32 KiB, and a check over both bytes; text that begins with x is text.
  const isZlib = first === 0x78 && [0x01, 0x5e, 0x9c, 0xda].includes(second!)
  return isZlib && (second !== 0x5e || utf8Of(bytes.subarray(0, 64)) === null) ? 'deflate' : null
}

const PHP = /^(?:[ibd]:[^;]{1,32};|N;|s:\d+:"|a:\d+:\{|[OCE]:\d+:")/
const JSON_START = /^\s*[[{"]/

/** What a look at the whole is worth: larger values are known by how they begin. */
const WHOLE_BYTES = 1_048_576
const LOOK = { ...DEFAULT_LIMITS, nodes: 50_000 }

const fits = (format: ValueFormat, bytes: Uint8Array): boolean => decode(format, bytes, LOOK).ok

/** MessagePack of a map, a list or an extension; single numbers and texts look like anything. */
function isMsgPack(bytes: Uint8Array): boolean {
  const first = bytes[0]!
  const isTree = (first >= 0x80 && first <= 0x9f) || (first >= 0xdc && first <= 0xdf)
  return isTree && bytes.length <= WHOLE_BYTES && fits('msgpack', bytes)
}

function isPickle(bytes: Uint8Array): boolean {
  return bytes[0] === 0x80 && bytes[1]! >= 2 && bytes[1]! <= 5 && bytes.at(-1) === 0x2e
}

/** The format of bytes that are not packed: by magic bytes first, then by whether they can be read, text at last. */
export function detectFormat(bytes: Uint8Array): ValueFormat {
  if (bytes.length === 0) return 'text'
  if (bytes[0] === 0xac && bytes[1] === 0xed && bytes[2] === 0 && bytes[3] === 5) return 'java'
  if (isPickle(bytes)) return 'pickle'
  const isWhole = bytes.length <= WHOLE_BYTES
  const text = utf8Of(isWhole ? bytes : bytes.subarray(0, 4_096))
  if (text !== null || !isWhole) {
    const start = text ?? ''
    if (isWhole && isTimestamp(start)) return 'timestamp'
    if (PHP.test(start) && (!isWhole || fits('php', bytes))) return 'php'
    if (JSON_START.test(start) && (!isWhole || fits('json', bytes))) return 'json'
    if (text !== null) return 'text'
  }
  const start = String.fromCharCode(...bytes.subarray(0, 48))
  if (PHP.test(start) && isWhole && fits('php', bytes)) return 'php'
  return isMsgPack(bytes) ? 'msgpack' : 'hex'
}
