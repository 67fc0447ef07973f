import type { FrameDescriptor, HeaderFieldType } from '../frame-descriptor.ts'
import { readUint, readVarint, varintWidth } from '../numbers.ts'
import type { CapturedStream } from './capture.ts'
import { likeness } from './likeness.ts'

/** A place where the length could stand, and what it could count. */
export interface LengthGuess {
  offset: number
  type: Extract<HeaderFieldType, 'u8' | 'u16' | 'u24' | 'u32' | 'varint'>
  isLittle: boolean
  covers: NonNullable<FrameDescriptor['lengthCovers']>
  /** Of `body`: bytes of the header, in the order of the streams. */
  headerBytes: number[]
}

/** Frames found from the start of a stream. */
interface Walk {
  /** Where each frame begins; the end of the last one is the last entry. */
  cuts: number[]
  /** Bytes in frames; all of the stream when it still went well where the look ended. */
  bytes: number
  /** Chunks that end where a frame ends. */
  hits: number
}

export interface WalkedGuess {
  guess: LengthGuess
  cuts: number[][]
  bytes: number
  frames: number
  hits: number
}

const MAX_OFFSET = 8
const MAX_EXTRA_HEADER = 20
const WIDTHS = { u8: 1, u16: 2, u24: 3, u32: 4, varint: 1 } as const
const TYPES = ['u32', 'u24', 'u16', 'u8', 'varint'] as const
/** A first look walks this many frames: enough to tell a chance hit from a length. */
const MAX_FRAMES = 1000
const MAX_FRAME_BYTES = 16_777_216
/** Guesses that are worked out further. */
const KEPT = 6

function walk({ bytes, ends }: CapturedStream, guess: LengthGuess, headerBytes: number): Walk {
  const { offset, type, isLittle, covers } = guess
  const cuts = [0]
  let hits = 0
  let at = 0
  while (cuts.length <= MAX_FRAMES) {
    const start = at + offset
    const width = type === 'varint' ? varintWidth(bytes, start, bytes.length) : WIDTHS[type]
    if (width <= 0 || start + width > bytes.length) break
    const value = Number(
      type === 'varint' ? readVarint(bytes, start, width) : readUint(bytes, start, width, isLittle),
    )
    const own = offset + width
    const total =
      covers === 'all'
        ? value
        : value + (covers === 'afterLength' ? own : headerBytes + (type === 'varint' ? width - 1 : 0))
    // A frame that has nothing but its length says nothing.
    if (total <= own || total > MAX_FRAME_BYTES || at + total > bytes.length) break
    at += total
    cuts.push(at)
    if (ends.has(at)) hits += 1
  }
  const isCapped = cuts.length > MAX_FRAMES
  return { cuts, bytes: isCapped ? bytes.length : at, hits: isCapped ? hitsOfAll(hits, at, ends) : hits }
}

/** As many chunks of the rest as of the part that was walked. */
function hitsOfAll(hits: number, walkedBytes: number, ends: ReadonlySet<number>): number {
  let passed = 0
  for (const end of ends) if (end <= walkedBytes) passed += 1
  return passed === 0 ? 0 : (hits / passed) * ends.size
}

function best(stream: CapturedStream, guess: LengthGuess): { walk: Walk; headerBytes: number } {
  const own = guess.offset + WIDTHS[guess.type]
  if (guess.covers !== 'body') return { walk: walk(stream, guess, 0), headerBytes: 0 }
  let found = { walk: walk(stream, guess, own + 1), headerBytes: own + 1 }
  for (let headerBytes = own + 2; headerBytes <= own + MAX_EXTRA_HEADER; headerBytes += 1) {
    const other = walk(stream, guess, headerBytes)
    if (other.bytes > found.walk.bytes) found = { walk: other, headerBytes }
  }
  return found
}

function walked(streams: readonly CapturedStream[], guess: LengthGuess): WalkedGuess {
  const walks = streams.map((stream) => best(stream, guess))
  const sum = (of: (one: Walk) => number) => walks.reduce((all, { walk: one }) => all + of(one), 0)
  return {
    guess: { ...guess, headerBytes: walks.map(({ headerBytes }) => headerBytes) },
    cuts: walks.map(({ walk: { cuts } }) => cuts),
    bytes: sum(({ bytes }) => bytes),
    frames: sum(({ cuts }) => cuts.length - 1),
    hits: sum(({ hits }) => hits),
  }
}

/** Wide lengths at the front that count what follows are what games use most. */
function rarity({ guess: { offset, type, isLittle, covers } }: WalkedGuess): number {
  const counts = { afterLength: 0, all: 1, body: 3 }[covers]
  return offset * 2 + TYPES.indexOf(type) + counts + (isLittle ? 1 : 0)
}

function likenessOf({ cuts }: WalkedGuess, streams: readonly CapturedStream[]): number {
  const parts = cuts.map((ends, index) => {
    const { bytes } = streams[index]!
    return likeness(ends.slice(0, -1).map((at, place) => ({ bytes, at, end: ends[place + 1]! })))
  })
  return parts.reduce((sum, part) => sum + part, 0) / parts.length
}

function* everyGuess(): Generator<LengthGuess> {
  for (let offset = 0; offset <= MAX_OFFSET; offset += 1) {
    for (const type of TYPES) {
      for (const isLittle of type === 'u8' || type === 'varint' ? [false] : [false, true]) {
        for (const covers of ['afterLength', 'all', 'body'] as const) {
          yield { offset, type, isLittle, covers, headerBytes: [] }
        }
      }
    }
  }
}

/** Lengths by which the captured bytes fall into frames, the likeliest first; of those that cut alike, the plainest. */
export function lengthGuesses(streams: readonly CapturedStream[]): WalkedGuess[] {
  const chunks = streams.reduce((sum, { ends }) => sum + ends.size, 0)
  const found: { walked: WalkedGuess; score: number }[] = []
  for (const guess of everyGuess()) {
    const one = walked(streams, guess)
    if (one.frames === 0) continue
    const score = one.bytes * (1 + likenessOf(one, streams) + one.hits / chunks / 2 - rarity(one) / 50)
    found.push({ walked: one, score })
  }
  const byCuts = new Map<string, WalkedGuess>()
  for (const { walked: one } of found.toSorted((first, second) => second.score - first.score)) {
    const key = one.cuts.map((cuts) => cuts.slice(0, 50).join()).join(';')
    if (!byCuts.has(key)) byCuts.set(key, one)
    if (byCuts.size === KEPT) break
  }
  return [...byCuts.values()]
}
