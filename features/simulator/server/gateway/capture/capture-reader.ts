import { AppError, coreErrors } from '@qd/contract-kit'
import { bodyTooLarge } from '@qd/server-kit'
import { hasSequence, nextSequence, openFrames } from '@qd/game-frame'
import type { CapturedChunk, DecodedFrame, FrameDescriptor, Frames } from '@qd/game-frame'
import { CommandPairs } from '../connection/command-pairs.ts'
import { bodyPlace } from '../link/body-place.ts'
import type { MessageBook } from '../messages.ts'
import { shareFull } from '../timeline/timeline-share.ts'
import type { TimelineShare } from '../timeline/timeline-share.ts'
import type { Timeline } from '../timeline/timeline.ts'
import { readHar, readHexLine, readJsonLine } from './capture-lines.ts'
import type { CapturedPiece } from './capture-lines.ts'

/** A HAR is read as a whole. */
const HAR_BYTES = 33_554_432
/** Other work of the console has its turn after this long. */
const TURN_MS = 6
/** So much of a capture is kept to guess its layout from. */
const GUESS_BYTES = 1_048_576
const MAX_LINE = 4_194_304
/** Beside its bytes a line of a session file has a time, marks and words. */
const LINE_ROOM = 65_536
const MAX_FAULTS = 1_000

type Format = 'hex' | 'json' | 'har'

/** Which of the three a file is, by its first line; null while that is not there. */
function formatOf(text: string, isLast: boolean): Format | null {
  const [line = '', ...more] = text.trimStart().split('\n', 2)
  if (more.length === 0 && !isLast && line.length < MAX_LINE) return null
  if (!line.startsWith('{')) return 'hex'
  const read = readJsonLine(line)
  const isWholeHar = /^\{\s*"log"\s*:/.test(line)
  return read === 'is no JSON' || isWholeHar ? 'har' : 'json'
}

export interface CaptureOf {
  descriptor: FrameDescriptor
  timeline: Timeline
  /** Which messages answer which, where the layout has no sequence. */
  book(): MessageBook
  share: Pick<TimelineShare, 'hold' | 'letGo' | 'limitMiB'>
  /** Written by the console itself: a line holds any frame of the layout. */
  isKept: boolean
}

/** Reads a capture as its text comes and puts its frames into a time line; what is wrong becomes a fault there. */
export class CaptureReader {
  readonly #of: CaptureOf
  /** Null where frames name their request themselves. */
  readonly #pairs: CommandPairs | null
  readonly #longestLine: number
  #frames: Frames
  #format: Format | null = null
  #rest = ''
  #line = 0
  #faults = 0
  #seq = 0
  #isDone = false
  /** The first pieces, as they came. */
  readonly first: CapturedChunk[] = []
  #firstBytes = 0

  constructor(of: CaptureOf) {
    this.#of = of
    this.#pairs = hasSequence(of.descriptor) ? null : new CommandPairs(of.book)
    this.#frames = openFrames(of.descriptor)
    const longestKept = of.isKept ? 2 * of.descriptor.maxFrameBytes + LINE_ROOM : 0
    this.#longestLine = Math.max(MAX_LINE, longestKept)
  }

  get faults(): number {
    return this.#faults
  }

  async take(text: string, isLast: boolean): Promise<void> {
    if (this.#isDone) throw new AppError(coreErrors.invalid_request)
    this.#isDone = isLast
    this.#rest += text
    this.#format ??= formatOf(this.#rest, isLast)
    if (this.#rest.length > (this.#format === 'har' ? HAR_BYTES : this.#longestLine + text.length)) {
      this.#giveUp()
      throw bodyTooLarge(HAR_BYTES)
    }
    if (this.#format === 'har') await this.#takeHar(isLast)
    else if (this.#format !== null) this.#takeLines(this.#format, text, isLast)
  }

  #giveUp(): void {
    this.#isDone = true
    this.#rest = ''
    this.#hold(0)
  }

  #takeLines(format: 'hex' | 'json', text: string, isLast: boolean): void {
    // A long line comes in many pieces: it is looked through once, at its end.
    if (!isLast && !text.includes('\n')) return
    const lines = this.#rest.split('\n')
    this.#rest = isLast ? '' : lines.pop()!
    for (const line of lines) {
      this.#line += 1
      if (line.trim() === '') continue
      this.#keep(format === 'hex' ? readHexLine(line) : readJsonLine(line), `line ${this.#line}`)
    }
  }

  #held = 0

  /** What waits in memory is part of the user's share, too. */
  #hold(bytes: number): boolean {
    const more = bytes - this.#held
    if (more > 0 && !this.#of.share.hold(more)) return false
    if (more < 0) this.#of.share.letGo(-more)
    this.#held = bytes
    return true
  }

  async #takeHar(isLast: boolean): Promise<void> {
    if (!this.#hold(this.#rest.length)) {
      this.#giveUp()
      throw shareFull(this.#of.share.limitMiB)
    }
    if (!isLast) return
    const read = readHar(this.#rest)
    this.#rest = ''
    this.#hold(0)
    if (typeof read === 'string') return this.#fault('the file', read)
    let turn = performance.now()
    for (const [at, piece] of read.entries()) {
      this.#keep(piece, `message ${at + 1}`)
      if (performance.now() - turn < TURN_MS) continue
      await new Promise((resolve) => setImmediate(resolve))
      turn = performance.now()
    }
  }

  #keep(piece: CapturedPiece | null | string, place: string): void {
    if (typeof piece === 'string') this.#fault(place, piece)
    else if (piece !== null) this.#cut(piece, place)
  }

  #cut({ direction, at, bytes, isPinned }: CapturedPiece, place: string): void {
    const { descriptor, timeline } = this.#of
    if (this.#firstBytes < GUESS_BYTES) this.first.push({ direction, bytes })
    this.#firstBytes += bytes.length
    const decoded = this.#frames.push(direction, bytes)
    const when = at === null ? {} : { at }
    for (const frame of decoded.frames) {
      const { status, body, raw, offset, problem } = frame
      const fault = problem && {
        fault: { code: problem.fault, offset: Math.max(0, problem.offset - offset), text: problem.reason },
      }
      const head = { ...this.#headOf(direction, frame), status }
      const added = timeline.add({
        ...head,
        ...bodyPlace(descriptor, direction === 'request' ? 'request' : 'reply', { raw, body }),
        ...when,
        ...fault,
      })
      if (isPinned === true && added !== null) timeline.pin(added.n, true)
    }
    if (decoded.ok) return
    // The next piece may begin with a frame again.
    this.#frames = openFrames(descriptor)
    this.#fault(place, decoded.reason, { code: decoded.fault, bytes })
  }

  /** Where frames have no sequence, a request gets one, and what answers its command is its reply. */
  #headOf(direction: CapturedPiece['direction'], { cmd, seq }: DecodedFrame) {
    const isRequest = direction === 'request'
    if (this.#pairs === null) {
      return { direction: isRequest ? direction : seq === 0 ? 'push' : 'reply', cmd, seq } as const
    }
    if (isRequest) this.#seq = nextSequence(this.#seq)
    const head = { direction: isRequest ? 'request' : 'push', cmd, seq: isRequest ? this.#seq : 0 } as const
    return this.#pairs.take<{ direction: 'request' | 'reply' | 'push'; cmd: number; seq: number }>(head)
  }

  #fault(
    place: string,
    reason: string,
    of: { code: string; bytes: Uint8Array } = { code: 'capture', bytes: new Uint8Array() },
  ): void {
    this.#faults += 1
    if (this.#faults > MAX_FAULTS) return
    const head = { direction: 'fault', cmd: 0, seq: 0, status: 0, bodyAt: 0, bodySize: 0 } as const
    const { code, bytes } = of
    const fault = { code, offset: 0, text: `${place}: ${reason}` }
    this.#of.timeline.add({ ...head, bytes, size: bytes.length, fault })
  }
}
