import { deflateSync, gzipSync, Inflate, zlibSync } from 'fflate'
import { adler32, crc32 } from './checksums.ts'
import type { FrameCompression } from './frame-descriptor.ts'
import { readUint } from './numbers.ts'

export class InflatesTooFar extends RangeError {}

type Kind = FrameCompression['kind']

/** Deflate grows at most a thousandfold, so a piece of this size cannot grow past the check by more than 1 MiB. */
const PIECE_BYTES = 1024

export function compress(kind: Kind, body: Uint8Array): Uint8Array {
  // A time in the header would make the same body other bytes each second.
  if (kind === 'gzip') return gzipSync(body, { mtime: 0 })
  return kind === 'zlib' ? zlibSync(body) : deflateSync(body)
}

/** Whether the bytes begin as the kind does; a bare deflate has no such mark. */
export function looksCompressed(kind: Kind, body: Uint8Array): boolean {
  if (kind === 'gzip') return body.length > 18 && body[0] === 0x1f && body[1] === 0x8b && body[2] === 8
  if (kind !== 'zlib' || body.length < 8) return false
  return (body[0]! & 0x8f) === 8 && (body[0]! * 256 + body[1]!) % 31 === 0 && (body[1]! & 0x20) === 0
}

function checkEnd(kind: Kind, packed: Uint8Array, body: Uint8Array): void {
  const end = packed.length
  if (kind === 'zlib' && readUint(packed, end - 4, 4, false) !== adler32(body)) {
    throw new RangeError('its check number (adler32) is wrong')
  }
  if (kind !== 'gzip') return
  if (
    readUint(packed, end - 4, 4, true) !== body.length ||
    readUint(packed, end - 8, 4, true) !== crc32(body)
  ) {
    throw new RangeError('its check number (crc32) or size is wrong')
  }
}

/** Where the deflated bytes of a gzip begin, behind its header and the texts in it. */
function gzipStart(packed: Uint8Array): number {
  const flags = packed[3]!
  let at = 10
  if (flags & 4) at += 2 + packed[at]! + packed[at + 1]! * 256
  for (const text of [8, 16]) {
    if ((flags & text) === 0) continue
    while (at < packed.length && packed[at] !== 0) at += 1
    at += 1
  }
  return flags & 2 ? at + 2 : at
}

function deflatedPart(kind: Kind, packed: Uint8Array): Uint8Array {
  if (kind === 'deflate') return packed
  if (!looksCompressed(kind, packed)) throw new RangeError(`it does not begin as ${kind}`)
  return kind === 'zlib' ? packed.subarray(2, -4) : packed.subarray(gzipStart(packed), -8)
}

/** The body back; throws RangeError when it is broken, InflatesTooFar once it has more than `maxBytes`. */
export function inflate(kind: Kind, packed: Uint8Array, maxBytes: number): Uint8Array {
  const deflated = deflatedPart(kind, packed)
  if (deflated.length === 0) throw new RangeError('it ends too early')
  const pieces: Uint8Array[] = []
  let size = 0
  const stream = new Inflate((piece) => {
    pieces.push(piece)
    size += piece.length
    if (size > maxBytes) throw new InflatesTooFar(`a body inflates to more than ${maxBytes} bytes`)
  })
  try {
    for (let at = 0; at < deflated.length; at += PIECE_BYTES) {
      stream.push(deflated.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= deflated.length)
    }
  } catch (error) {
    if (error instanceof InflatesTooFar) throw error
    throw new RangeError(error instanceof Error ? error.message : String(error), { cause: error })
  }
  const body = joined(pieces, size)
  checkEnd(kind, packed, body)
  return body
}

function joined(pieces: Uint8Array[], size: number): Uint8Array {
  const body = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    body.set(piece, at)
    at += piece.length
  }
  return body
}
