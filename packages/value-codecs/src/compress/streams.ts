import { FaultError, isFaultError, roomFor } from '../fault.ts'
import type { FaultCode, Limits } from '../fault.ts'
import { Sink } from './sink.ts'
import type { Unpacked } from './unpacked.ts'

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

/** What browsers and Node say of a checksum that is wrong, and of bytes behind the end. */
const DAMAGED = /data check|length check/i
const TRAILING = /junk|trailing/i

function codeOf(error: unknown, isAll: boolean): FaultCode {
  const { message, cause } = error as Error
  const words = `${message} ${cause instanceof Error ? cause.message : ''}`
  if (DAMAGED.test(words)) return 'damaged'
  if (TRAILING.test(words)) return 'trailing'
  // What it only misses at its end is cut off.
  return isAll ? 'truncated' : 'invalid'
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
    throw new FaultError(codeOf(error, progress.isAll), progress.at)
  }
  return sink.finish()
}

/** Where a further member of a gzip may begin (RFC 1952, 2.3.1): its magic bytes, Deflate, and flags that there are. */
function memberStarts(bytes: Uint8Array): number[] {
  const found: number[] = []
  for (let at = bytes.indexOf(0x1f, 1); at !== -1; at = bytes.indexOf(0x1f, at + 1)) {
    if (bytes[at + 1] === 0x8b && bytes[at + 2] === 8 && (bytes[at + 3]! & 0xe0) === 0) found.push(at)
  }
  return found
}

/** Beginnings of a member that were none: more of them are no chance. */
const MOST_WRONG = 64

/**
 * Members one after the other, as `cat a.gz b.gz` makes them. The stream of the platform stops behind the first and does not
 * say where it ended: each is tried up to the next beginning, and its checksum tells whether it was whole.
 */
async function inflateMembers(bytes: Uint8Array, sink: Sink, left: readonly number[]): Promise<void> {
  let from = 0
  let wrong = 0
  for (const to of [...left, bytes.length]) {
    try {
      const one = new Sink({ bytes: sink.room, code: sink.code })
      sink.put(await through(new DecompressionStream('gzip'), bytes.subarray(from, to), one), from)
      from = to
    } catch (error) {
      if (!isFaultError(error) || error.fault.code === sink.code || to === bytes.length) throw error
      wrong += 1
      if (wrong > MOST_WRONG) throw error
    }
  }
}

/** The place of a fault is the piece of 64 KiB it is in. */
export async function streamInflate(kind: Streamed, bytes: Uint8Array, limits: Limits): Promise<Unpacked> {
  const room = roomFor(bytes.length, limits)
  // Gzip and Deflate end in a checksum that the platform looks at; raw Deflate has none.
  const isChecked = kind !== 'deflateRaw'
  const starts = kind === 'gzip' ? memberStarts(bytes) : []
  try {
    const stream = new DecompressionStream(NAMES[kind])
    return { bytes: await through(stream, bytes, new Sink(room)), isChecked }
  } catch (error) {
    if (starts.length === 0 || (isFaultError(error) && error.fault.code === room.code)) throw error
    const sink = new Sink(room)
    await inflateMembers(bytes, sink, starts)
    return { bytes: sink.finish(), isChecked }
  }
}

export async function streamDeflate(kind: Streamed, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return through(
    new CompressionStream(NAMES[kind]),
    bytes,
    new Sink({ bytes: Number.MAX_SAFE_INTEGER, code: 'tooLarge' }),
  )
}
