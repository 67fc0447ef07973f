import type { FrameDescriptor, HeaderField } from '../frame-descriptor.ts'
import type { DecodedFrame } from '../frame.ts'
import { openFrames } from '../open-frames.ts'
import { FRAME_PRESETS } from '../presets.ts'
import { readDescriptor } from '../read-descriptor.ts'
import { firstPart, streamsOf } from './capture.ts'
import type { CapturedChunk, CapturedStream } from './capture.ts'
import { cutFrames, headerOf } from './header-roles.ts'
import type { Placed } from './header-roles.ts'
import { lengthGuesses } from './length-fields.ts'
import type { WalkedGuess } from './length-fields.ts'
import { likeness } from './likeness.ts'

/** A layout that could be the one of captured bytes, and how much of them it explains. */
interface LayoutGuess {
  descriptor: FrameDescriptor
  frames: number
  bytes: number
  /** Bytes looked at. */
  of: number
}

interface Rated extends LayoutGuess {
  score: number
  isPreset: boolean
}

const GUESSED = 'guess'
const MAX_GUESSES = 5
/** All layouts are tried on this much of a capture; the best on all of it. */
const FIRST_LOOK_BYTES = 131_072
/** A guess looks at the first bytes of a long capture. */
const MAX_CAPTURE_BYTES = 1_048_576
const DEFAULT_MAX_BYTES = 1_048_576
const WIDTHS = { u8: 1, u16: 2, u24: 3, u32: 4, varint: 1 } as const

const isChecked = ({ header }: FrameDescriptor) => header.some(({ value }) => value !== undefined)
const isConditional = ({ header }: FrameDescriptor) => header.some(({ when }) => when !== undefined)

/** What makes a layout likelier than another that explains the same bytes. */
function bonusOf(descriptor: FrameDescriptor, frames: DecodedFrame[], isPreset: boolean): number {
  const saysMuch = frames.filter(
    ({ cmd, seq, route }) => cmd !== 0 || seq !== 0 || route !== undefined,
  ).length
  // A layout that checks something in each frame, and found it, is hardly a chance.
  if (isPreset && isChecked(descriptor)) return 0.5
  if (isPreset && (descriptor.envelope || isConditional(descriptor)) && saysMuch * 2 > frames.length)
    return 0.4
  const isMessage = !descriptor.header.some(({ name }) => name === 'length')
  return (isMessage ? -0.4 : 0) - (isPreset ? 0.01 : 0)
}

function likenessOf(frames: DecodedFrame[]): number {
  return likeness(frames.map(({ raw }) => ({ bytes: raw, at: 0, end: raw.length })))
}

/** How far the layout gets with the capture. */
function rated(descriptor: FrameDescriptor, chunks: readonly CapturedChunk[], isPreset: boolean): Rated {
  const connection = openFrames(descriptor)
  const explained: DecodedFrame[] = []
  const lost = new Set<string>()
  let hits = 0
  for (const { direction, bytes } of chunks) {
    if (lost.has(direction)) continue
    const { ok, frames } = connection.push(direction, bytes)
    for (const frame of frames) if (!frame.problem) explained.push(frame)
    if (!ok) lost.add(direction)
    else if (connection.pendingBytes(direction) === 0) hits += 1
  }
  const bytes = explained.reduce((sum, { raw }) => sum + raw.length, 0)
  const score =
    1 + likenessOf(explained) + hits / chunks.length / 2 + bonusOf(descriptor, explained, isPreset)
  return {
    descriptor,
    frames: explained.length,
    bytes,
    of: chunks.reduce((sum, chunk) => sum + chunk.bytes.length, 0),
    score: bytes * score,
    isPreset,
  }
}

function lengthField({ guess: { offset, type, isLittle } }: WalkedGuess): Placed {
  const field: HeaderField = isLittle ? { name: 'length', type, endian: 'little' } : { name: 'length', type }
  return { at: offset, width: WIDTHS[type], field }
}

/** Where the headers of the two directions differ in length, the longer one has more at its end. */
function withDirections(
  header: HeaderField[],
  longer: number,
  direction: 'request' | 'reply',
): HeaderField[] {
  const extra = Array.from({ length: longer }, (_none, index): HeaderField => {
    const isStatus = direction === 'reply' && index === 0
    return isStatus
      ? { name: 'status', type: 'u8', direction }
      : { name: 'custom', label: `more${index}`, type: 'u8', direction }
  })
  return [...header, ...extra]
}

function fromLength(found: WalkedGuess, streams: CapturedStream[]): FrameDescriptor | null {
  const frames = streams
    .map((stream, place) => cutFrames(stream, found.cuts[place]!))
    .filter(({ starts }) => starts.length > 0)
  const { covers, headerBytes } = found.guess
  const least = Math.min(...headerBytes)
  const header = headerOf(frames, lengthField(found), covers === 'body' ? least : null)
  if (header === null) return null
  const longer = streams.findIndex((_stream, place) => headerBytes[place]! > least)
  return {
    name: GUESSED,
    header:
      covers === 'body' && longer >= 0
        ? withDirections(header, headerBytes[longer]! - least, streams[longer]!.direction)
        : header,
    lengthCovers: covers,
    maxFrameBytes: DEFAULT_MAX_BYTES,
  }
}

/** Each message as a frame without a length. */
function fromMessages(streams: CapturedStream[]): FrameDescriptor | null {
  const frames = streams.map((stream) => cutFrames(stream, [0, ...stream.ends]))
  const header = headerOf(frames, null, null)
  if (header === null) return null
  return { name: 'guess-message', header, maxFrameBytes: DEFAULT_MAX_BYTES, transport: 'websocket' }
}

/** Guesses of its own count from 1 in the order they are shown in. */
function numbered(): (guess: LayoutGuess) => LayoutGuess {
  let count = 0
  return (guess) =>
    guess.descriptor.name === GUESSED
      ? { ...guess, descriptor: { ...guess.descriptor, name: `${GUESSED}-${(count += 1)}` } }
      : guess
}

/** Layouts that could be the one of captured bytes, best first. Looks at the first MiB, in bounded time. */
export function guessLayouts(captured: readonly CapturedChunk[]): LayoutGuess[] {
  const chunks = firstPart(captured, MAX_CAPTURE_BYTES)
  const streams = streamsOf(chunks)
  if (streams.length === 0) return []
  const own = [
    ...lengthGuesses(streams).map((found) => fromLength(found, streams)),
    fromMessages(streams),
  ].filter((descriptor) => descriptor !== null && readDescriptor(descriptor).ok)
  const first = firstPart(chunks, FIRST_LOOK_BYTES)
  return [
    ...[...FRAME_PRESETS.values()].map((preset) => rated(preset, first, true)),
    ...own.map((descriptor) => rated(descriptor!, first, false)),
  ]
    .filter(({ frames }) => frames > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_GUESSES)
    .map(({ descriptor, isPreset }) => rated(descriptor, chunks, isPreset))
    .toSorted((one, other) => other.score - one.score)
    .map(({ score: _score, isPreset: _isPreset, ...guess }) => guess)
    .map(numbered())
}
