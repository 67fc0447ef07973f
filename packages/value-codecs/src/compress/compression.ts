import { FaultError, isFaultError } from '../fault.ts'
import type { Fault, Limits } from '../fault.ts'
import { DEFAULT_LIMITS } from '../fault.ts'
import { brotliDeflate, brotliInflate } from './brotli.ts'
import { lz4Deflate } from './lz4-deflate.ts'
import { lz4Inflate, lz4Kind } from './lz4.ts'
import { isSnappyStream, snappyDeflate, snappyInflate } from './snappy.ts'
import { streamDeflate, streamInflate } from './streams.ts'
import type { Unpacked } from './unpacked.ts'
import { zstdDeflate, zstdInflate } from './zstd.ts'

export const COMPRESSIONS = ['gzip', 'deflate', 'deflateRaw', 'brotli', 'zstd', 'lz4', 'snappy'] as const
export type Compression = (typeof COMPRESSIONS)[number]

async function inflated(compression: Compression, bytes: Uint8Array, limits: Limits): Promise<Unpacked> {
  switch (compression) {
    case 'brotli':
      return brotliInflate(bytes, limits)
    case 'zstd':
      return zstdInflate(bytes, limits)
    case 'lz4':
      return lz4Inflate(bytes, limits)
    case 'snappy':
      return snappyInflate(bytes, limits)
    default:
      return streamInflate(compression, bytes, limits)
  }
}

export type Inflated = ({ ok: true } & Unpacked) | { ok: false; fault: Fault }

/** What was packed. It ends at the limits, and takes no more memory than them for what is only announced. */
export async function inflate(
  compression: Compression,
  bytes: Uint8Array,
  limits: Limits = DEFAULT_LIMITS,
): Promise<Inflated> {
  if (bytes.length > limits.inBytes) return { ok: false, fault: { code: 'tooLarge', at: -1 } }
  try {
    return { ok: true, ...(await inflated(compression, bytes, limits)) }
  } catch (error) {
    return { ok: false, fault: faultOf(error) }
  }
}

/** Any failure of a library on bytes of a stranger is that the bytes mean nothing to it. */
const faultOf = (error: unknown): Fault => (isFaultError(error) ? error : new FaultError('invalid', -1)).fault

/**
 * Packs bytes. Brotli, Zstd, LZ4 and Snappy come out stored: every reader takes them, but they are not smaller. `like` is
 * what the first writer packed: of the ways LZ4 and Snappy are written, its own is taken.
 */
export async function deflate(
  compression: Compression,
  bytes: Uint8Array,
  like: Uint8Array | null = null,
): Promise<Uint8Array<ArrayBuffer>> {
  switch (compression) {
    case 'brotli':
      return brotliDeflate(bytes)
    case 'zstd':
      return zstdDeflate(bytes)
    case 'lz4':
      return lz4Deflate(bytes, like === null ? 'frame' : lz4Kind(like))
    case 'snappy':
      return snappyDeflate(bytes, like !== null && isSnappyStream(like))
    default:
      return streamDeflate(compression, bytes)
  }
}
