import type { HeaderField, HeaderFieldType } from '../frame-descriptor.ts'
import { readUint } from '../numbers.ts'
import type { CapturedStream } from './capture.ts'

/** Frames of one direction, as places in its bytes. */
export interface CutFrames extends Pick<CapturedStream, 'direction' | 'bytes'> {
  starts: number[]
  /** Bytes of the shortest one. */
  shortest: number
}

/** A field found at a place of the header. */
export interface Placed {
  at: number
  width: number
  field: HeaderField
}

const TYPES: readonly [type: HeaderFieldType, width: number][] = [
  ['u32', 4],
  ['u16', 2],
  ['u8', 1],
]
const MAX_HEADER = 24
const MAX_COMMAND = 1_000_000
const SAMPLE = 400

export function cutFrames(stream: CapturedStream, cuts: number[]): CutFrames {
  const sizes = cuts.slice(1).map((end, index) => end - cuts[index]!)
  return {
    direction: stream.direction,
    bytes: stream.bytes,
    starts: cuts.slice(0, -1).slice(0, SAMPLE),
    shortest: sizes.reduce((least, size) => Math.min(least, size), MAX_HEADER),
  }
}

const valuesAt = ({ bytes, starts }: CutFrames, at: number, width: number, isLittle: boolean): number[] =>
  starts.map((start) => readUint(bytes, start + at, width, isLittle) as number)

interface Place {
  at: number
  type: HeaderFieldType
  width: number
  isLittle: boolean
}

/** Every place of a number in the header that does not touch what is already known, in its byte order first. */
function* places(taken: readonly Placed[], end: number): Generator<Place> {
  const isMostlyLittle = taken.some(({ field }) => field.endian === 'little')
  for (let at = 0; at < end; at += 1) {
    for (const [type, width] of TYPES) {
      const isFree = taken.every((other) => at + width <= other.at || at >= other.at + other.width)
      if (at + width > end || !isFree) continue
      yield { at, type, width, isLittle: isMostlyLittle && width > 1 }
      if (width > 1) yield { at, type, width, isLittle: !isMostlyLittle }
    }
  }
}

/** A sequence grows by one from request to request, as a client counts, and hardly repeats. */
function isSequence(values: number[]): boolean {
  if (values.length < 3 || new Set(values).size < values.length * 0.8) return false
  const steps = values.slice(1).filter((value, index) => value === values[index]! + 1).length
  return steps >= (values.length - 1) * 0.8
}

/** How well the values could be commands: few, small, some of them again and again; 0: not at all. */
function commandScore(values: number[]): number {
  const distinct = new Set(values).size
  const isPossible = values.every((value) => value > 0 && value <= MAX_COMMAND)
  if (!isPossible) return 0
  return 1 - Math.min(1, (distinct - 1) / Math.max(2, values.length))
}

const fieldOf = (name: HeaderField['name'], { type, isLittle }: Place): HeaderField =>
  isLittle ? { name, type, endian: 'little' } : { name, type }

function findSequence(frames: CutFrames[], taken: Placed[], end: number): Placed | null {
  const asked = frames.find(({ direction }) => direction === 'request')
  if (!asked) return null
  for (const place of places(taken, end)) {
    const values = valuesAt(asked, place.at, place.width, place.isLittle)
    if (isSequence(values)) return { at: place.at, width: place.width, field: fieldOf('seq', place) }
  }
  return null
}

function findCommand(frames: CutFrames[], taken: Placed[], end: number): Placed | null {
  let found: { place: Place; score: number } | null = null
  for (const place of places(taken, end)) {
    const scores = frames.map((each) => commandScore(valuesAt(each, place.at, place.width, place.isLittle)))
    // Further back is rather the body; a number that is one byte of a wider one says less.
    const score = Math.min(...scores) - place.at * 0.02 + place.width * 0.01
    if (Math.min(...scores) > 0 && score > (found?.score ?? 0.3)) found = { place, score }
  }
  return found && { at: found.place.at, width: found.place.width, field: fieldOf('cmd', found.place) }
}

/** Two bytes that are the same in every frame of both directions. */
function findMarker(frames: CutFrames[], taken: Placed[], end: number): Placed | null {
  if (frames.reduce((sum, { starts }) => sum + starts.length, 0) < 3) return null
  for (const { at, width, type, isLittle } of places(taken, end)) {
    if (width !== 2) continue
    const values = new Set(frames.flatMap((each) => valuesAt(each, at, 2, isLittle)))
    const [value] = values
    if (values.size === 1 && value! > 0xff && (value! & 0xff) > 0) {
      return { at, width, field: { ...fieldOf('marker', { at, type, width, isLittle }), value } }
    }
  }
  return null
}

/** What nobody knows keeps its place. */
function unknown(at: number, width: number): HeaderField[] {
  const fields: HeaderField[] = []
  for (let done = 0; done < width;) {
    const size = Math.min(4, width - done)
    fields.push({
      name: 'custom',
      label: `unknown${at + done}`,
      type: (['u8', 'u16', 'u24', 'u32'] as const)[size - 1]!,
    })
    done += size
  }
  return fields
}

function inOrder(placed: Placed[], headerBytes: number): HeaderField[] {
  const header: HeaderField[] = []
  let at = 0
  for (const { at: start, width, field } of placed.toSorted((one, other) => one.at - other.at)) {
    header.push(...unknown(at, start - at), field)
    at = start + width
  }
  return [...header, ...unknown(at, headerBytes - at)]
}

/** A command somewhere behind the length, where nothing looks like one. */
function anyCommand(taken: Placed[], end: number): Placed | null {
  const behind = [...places(taken, end)].filter(({ width }) => width <= 2)
  const last = Math.max(0, ...taken.map(({ at, width }) => at + width))
  const place = behind.find(({ at }) => at >= last) ?? behind[0]
  return place ? { at: place.at, width: place.width, field: fieldOf('cmd', place) } : null
}

/**
 * The fields of a header whose length is known (`length` null: there is none); `headerBytes` where the length says how
 * long the header is. Null: there is no room for a command.
 */
export function headerOf(
  frames: CutFrames[],
  length: Placed | null,
  headerBytes: number | null,
): HeaderField[] | null {
  const placed = length ? [length] : []
  const shortest = Math.min(...frames.map((each) => each.shortest))
  const end = Math.min(shortest, headerBytes ?? MAX_HEADER)
  const marker = findMarker(frames, placed, end)
  if (marker) placed.push(marker)
  const sequence = findSequence(frames, placed, end)
  if (sequence) placed.push(sequence)
  const command = findCommand(frames, placed, end) ?? anyCommand(placed, end)
  if (!command) return null
  placed.push(command)
  return inOrder(placed, headerBytes ?? Math.max(...placed.map(({ at, width }) => at + width)))
}
