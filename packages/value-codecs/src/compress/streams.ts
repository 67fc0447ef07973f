import { FaultError, isFaultError, roomFor } from '../fault.ts'
import type { Limits } from '../fault.ts'
import { Sink } from './sink.ts'

/** What the platform can do by itself, by the names of the Compression Streams standard. */
const NAMES = { gzip: 'gzip', deflate: 'deflate', deflateRaw: 'deflate-raw' } as const
export type Streamed = keyof typeof NAMES

const PIECE = 65_536

/** What a stream has taken; it does not say itself where it breaks. */
interface Progress {
  /** Offset of the piece it takes. */
  at: number
  isAll: boolean
}

/** Feeds the stream by pieces; it waits while nobody takes what comes out. */
async function feed(writable: WritableStream, bytes: Uint8Array, progress: Progress): Promise<void> {
  const writer = writable.getWriter()
  for (; progress.at < bytes.length; progress.at += PIECE) {
    await writer.ready
    await writer.write(Uint8Array.from(bytes.subarray(progress.at, progress.at + PIECE)))
  }
  progress.at = bytes.length
  progress.isAll = true
  await writer.close()
}

async function through(
  stream: DecompressionStream | CompressionStream,
  bytes: Uint8Array,
  sink: Sink,
): Promise<Uint8Array<ArrayBuffer>> {
  const progress: Progress = { at: 0, isAll: false }
  const reader = stream.readable.getReader() as ReadableStreamDefaultReader<Uint8Array>
  const fed = feed(stream.writable, bytes, progress)
  // Its failure is that of the reading side, which tells it.
  fed.catch(() => undefined)
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      sink.put(next.value, progress.at)
    await fed
  } catch (error) {
    await reader.cancel(error).catch(() => undefined)
    if (isFaultError(error)) throw error
    // What it only misses at its end is cut off.
    throw new FaultError(progress.isAll ? 'truncated' : 'invalid', progress.at)
  }
  return sink.finish()
}

/** The place of a fault is the piece of 64 KiB it is in. */
export async function streamInflate(
  kind: Streamed,
  bytes: Uint8Array,
  limits: Limits,
): Promise<Uint8Array<ArrayBuffer>> {
  return through(new DecompressionStream(NAMES[kind]), bytes, new Sink(roomFor(bytes.length, limits)))
}

export async function streamDeflate(kind: Streamed, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return through(
    new CompressionStream(NAMES[kind]),
    bytes,
    new Sink({ bytes: Number.MAX_SAFE_INTEGER, code: 'tooLarge' }),
  )
}
