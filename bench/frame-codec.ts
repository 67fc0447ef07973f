import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { guessLayouts, openFrames, QD1 } from '@qd/game-frame'
import type { CapturedChunk, Frames } from '@qd/game-frame'
import { median, medianShare, type Result } from './tools/result.ts'
import { interleave, rowOf } from './tools/rounds.ts'

const FRAMES = 100_000
const SMALLEST = 64
const GREATEST = 512
const ROUNDS = 9
/** What a socket hands over at once. */
const CHUNK_BYTES = 65_536
const CONNECTIONS = 10_000

/** Frames of qd-1 one behind the other, each size as often as the others. */
function streamOfFrames(): Uint8Array {
  const writer = openFrames(QD1)
  const frames = Array.from({ length: FRAMES }, (_none, index) => {
    const size = SMALLEST + ((index * 211) % (GREATEST - SMALLEST + 1))
    const body = new Uint8Array(size - 15).fill(index % 256)
    return writer.encode('reply', { cmd: 1001 + (index % 50), seq: index + 1, status: 0, body })
  })
  return Buffer.concat(frames)
}

function chunksOf(stream: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.ceil(stream.length / CHUNK_BYTES) }, (_none, index) =>
    stream.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
  )
}

/** The least a reader can do: the length, and a copy of the frame. */
function bareLoop(stream: Uint8Array): number {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.length)
  let count = 0
  let last: Uint8Array | null = null
  for (let at = 0; at < stream.length;) {
    const end = at + 4 + view.getUint32(at)
    last = Uint8Array.prototype.slice.call(stream, at, end)
    at = end
    count += 1
  }
  if (last === null) throw new Error('the stream is empty')
  return count
}

function decode(chunks: readonly Uint8Array[]): number {
  const frames = openFrames(QD1)
  let count = 0
  for (const chunk of chunks) count += frames.push('reply', chunk).frames.length
  return count
}

/** Frames a second of CPU, in thousands, collection of garbage included; a reader that loses frames is no reader. */
function rate(read: () => number): number {
  const before = process.cpuUsage()
  const count = read()
  if (count !== FRAMES) throw new Error(`${count} of ${FRAMES} frames were read`)
  const { user, system } = process.cpuUsage(before)
  return FRAMES / ((user + system) / 1000)
}

/** KiB a connection keeps that has read a frame and waits for the rest of the next. */
function keptKiB(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = () => {
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const wire = openFrames(QD1).encode('reply', { cmd: 1, seq: 1, status: 0, body: new Uint8Array(200) })
  const before = used()
  const kept: Frames[] = Array.from({ length: CONNECTIONS }, () => {
    const frames = openFrames(QD1)
    frames.push('reply', Buffer.concat([wire, wire.subarray(0, 100)]))
    frames.encode('request', { cmd: 1, seq: 1, status: 0, body: new Uint8Array() })
    return frames
  })
  const each = (used() - before) / CONNECTIONS / 1024
  if (kept.some((frames) => frames.pendingBytes('reply') !== 100))
    throw new Error('a connection lost its bytes')
  return each
}

/** Milliseconds for a guess from the first MiB of the stream, cut as it came. */
function guessMs(chunks: readonly Uint8Array[]): number {
  const captured = chunks.slice(0, 16).map((bytes): CapturedChunk => ({ direction: 'reply', bytes }))
  const start = performance.now()
  const [guess] = guessLayouts(captured)
  if (guess?.descriptor.name !== QD1.name) throw new Error(`the guess is ${guess?.descriptor.name}`)
  return performance.now() - start
}

/** Frames of 64 to 512 bytes from a stream, beside a loop that reads a length and copies. */
export async function measure(): Promise<Result> {
  const stream = streamOfFrames()
  const chunks = chunksOf(stream)
  const units = ['k frames/CPU s']
  const rows = await interleave(
    [
      { who: 'bare loop', units, round: async () => [rate(() => bareLoop(stream))] },
      { who: 'frame codec', units, round: async () => [rate(() => decode(chunks))] },
    ],
    ROUNDS,
  )
  const share = medianShare(
    rowOf(rows, 'frame codec', 'k frames/CPU s'),
    rowOf(rows, 'bare loop', 'k frames/CPU s'),
  )
  const kept = Array.from({ length: 3 }, keptKiB)
  const guesses = Array.from({ length: 3 }, () => guessMs(chunks))
  return {
    rows: [
      ...rows,
      { who: 'connection', unit: 'KiB', rounds: kept },
      { who: 'guess from 1 MiB', unit: 'ms', rounds: guesses },
    ],
    verdicts: [
      { what: 'frame codec by the bare loop', figure: share, unit: '%', goal: '>= 50' },
      { what: 'kept by a waiting connection', figure: median(kept), unit: 'KiB', goal: '<= 4' },
      { what: 'guess from 1 MiB', figure: median(guesses), unit: 'ms', goal: '<= 3000' },
    ],
  }
}
