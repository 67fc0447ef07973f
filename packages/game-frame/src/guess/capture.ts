import type { FrameDirection } from '../frame-descriptor.ts'

/** What was captured, in order: messages of a WebSocket, or pieces of a stream as they came. */
export interface CapturedChunk {
  direction: FrameDirection
  bytes: Uint8Array
}

/** The bytes of one direction, joined, and where its chunks ended. */
export interface CapturedStream {
  direction: FrameDirection
  bytes: Uint8Array
  ends: ReadonlySet<number>
}

/** Many pieces of few bytes cost more to try than few great ones. */
const MAX_CHUNKS = 4096

/** The first chunks, `maxBytes` in all; of one that is longer alone, its first part. */
export function firstPart(chunks: readonly CapturedChunk[], maxBytes: number): CapturedChunk[] {
  const part: CapturedChunk[] = []
  let left = maxBytes
  for (const { direction, bytes } of chunks) {
    if (part.length === MAX_CHUNKS || left === 0) break
    if (bytes.length > left && part.length > 0) break
    if (bytes.length > 0) part.push({ direction, bytes: bytes.subarray(0, left) })
    left -= Math.min(left, bytes.length)
  }
  return part
}

export function streamsOf(chunks: readonly CapturedChunk[]): CapturedStream[] {
  return (['request', 'reply'] as const).flatMap((direction) => {
    const own = chunks.filter((chunk) => chunk.direction === direction)
    const bytes = new Uint8Array(own.reduce((sum, chunk) => sum + chunk.bytes.length, 0))
    const ends = new Set<number>()
    let at = 0
    for (const chunk of own) {
      bytes.set(chunk.bytes, at)
      at += chunk.bytes.length
      ends.add(at)
    }
    return bytes.length > 0 ? [{ direction, bytes, ends }] : []
  })
}
