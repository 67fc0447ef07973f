import { AppError, coreErrors } from '@qd/contract-kit'
import type { z } from '@qd/contract-kit'
import type { LocalText } from '@qd/i18n'
import { FRAME_PIECE_BYTES, simulatorErrors } from '../../../contract/index.ts'
import type {
  FrameDirectionShown,
  FrameSummary,
  TimelineCounts,
  frameFault,
} from '../../../contract/index.ts'
import { FrameFile } from './frame-file.ts'
import { FrameIndex } from './frame-index.ts'
import type { TimelineShare } from './timeline-share.ts'

export type FrameFaultTold = z.infer<typeof frameFault>

/** A frame as it came or went. */
export interface TimelineFrame {
  direction: Exclude<FrameDirectionShown, 'note'>
  cmd: number
  seq: number
  status: number
  /** With a body behind them that did not travel so. */
  bytes: Uint8Array
  /** Bytes that travelled. */
  size: number
  bodyAt: number
  bodySize: number
  fault?: FrameFaultTold
  /** Of a capture; else now. */
  at?: number
}

export interface TimelineNote {
  key: string
  params?: Record<string, string | number>
}

export interface TimelineOptions {
  /** File of the bytes. */
  path: string
  share: TimelineShare
  isHeartbeat(cmd: number): boolean
  /** Name of the message of a frame; empty when nobody knows. */
  messageOf(frame: { cmd: number; direction: FrameDirectionShown; status: number }): string
  sayNote(note: TimelineNote): string
  /** What the body of a refusal says; undefined when nobody can read it or it says nothing. */
  wordsOf(body: Uint8Array): LocalText | undefined
  /** Words of the game in the reader's language. */
  sayWords(words: LocalText): string
  freeBytes?(path: string): Promise<number>
}

/** Requests whose reply has not come; the oldest is forgotten first. */
const MAX_OPEN_REQUESTS = 4_096
const MAX_TOLD = 10_000
/** A body larger than this is no sentence. */
const MOST_REFUSAL_BYTES = 8_192
/** More on its way to the disk than this holds back the game. */
const BEHIND_BYTES = 4_194_304

/** Answered twice, or with a sequence nobody sent. */
const noRequest = ({ seq }: TimelineFrame): FrameFaultTold => ({
  code: 'no_request',
  offset: 0,
  text: `no request waits for sequence ${seq}`,
})

const clock = (): number => performance.timeOrigin + performance.now()

function keepSome<V>(map: Map<number, V>, key: number, value: V, most: number): void {
  map.set(key, value)
  if (map.size > most) map.delete(map.keys().next().value!)
}

/** All frames of one connection: heads in memory, bytes on the disk. */
export class Timeline {
  readonly index = new FrameIndex()
  readonly #options: TimelineOptions
  readonly #file: FrameFile
  readonly #openRequests = new Map<number, number>()
  readonly #faults = new Map<number, FrameFaultTold>()
  readonly #notes = new Map<number, TimelineNote>()
  readonly #words = new Map<number, LocalText>()
  readonly #by = { request: 0, reply: 0, push: 0, fault: 0, note: 0 }
  #lost = 0
  #lostWhy: TimelineCounts['lostWhy'] = null

  constructor(options: TimelineOptions) {
    this.#options = options
    this.#file = new FrameFile({
      path: options.path,
      onLost: (from, to) => this.#noteLost(from, to),
      ...(options.freeBytes === undefined ? {} : { freeBytes: options.freeBytes }),
    })
  }

  get counts(): TimelineCounts {
    const { request, reply, push, fault } = this.#by
    return {
      frames: this.index.length,
      bytes: this.#file.size,
      lost: this.#lost,
      lostWhy: this.#lostWhy,
      requests: request,
      replies: reply,
      pushes: push,
      faults: fault,
    }
  }

  /** So much waits for the disk that nothing more should be read from the game now. */
  get isBehind(): boolean {
    return this.#file.waiting > BEHIND_BYTES
  }

  caughtUp(): Promise<void> {
    return this.#file.flush()
  }

  /** Keeps a frame. Null when there is no room: it is counted, and still pairs a request with its reply. */
  add(frame: TimelineFrame): { n: number; pairedWith: number | null } | null {
    const why = this.#whyFull(frame.bytes.length)
    if (why !== null) {
      this.#lost += 1
      this.#lostWhy = why
      return null
    }
    const n = this.index.add({
      ...frame,
      at: frame.at ?? clock(),
      cmd: frame.cmd >>> 0,
      seq: frame.seq >>> 0,
      offset: this.#file.add(frame.bytes),
      isHeartbeat: frame.direction !== 'fault' && this.#options.isHeartbeat(frame.cmd),
    })
    this.#by[frame.direction] += 1
    const pairedWith = this.#pairUp(n, frame)
    const fault =
      frame.fault ?? (frame.direction === 'reply' && pairedWith === null ? noRequest(frame) : undefined)
    if (fault !== undefined) keepSome(this.#faults, n, fault, MAX_TOLD)
    this.#keepWords(n, frame)
    return { n, pairedWith }
  }

  /** Why the game refused is read once, while the bytes are at hand. */
  #keepWords(n: number, { direction, status, bytes, bodyAt, bodySize }: TimelineFrame): void {
    const isRefusal = status !== 0 && (direction === 'reply' || direction === 'push')
    if (!isRefusal || bodySize === 0 || bodySize > MOST_REFUSAL_BYTES) return
    const words = this.#options.wordsOf(bytes.subarray(bodyAt, bodyAt + bodySize))
    if (words !== undefined) keepSome(this.#words, n, words, MAX_TOLD)
  }

  /** A word of the console's own among the frames. */
  note(note: TimelineNote): number | null {
    if (this.#whyFull(0) !== null) return null
    const at = clock()
    const head = { cmd: 0, seq: 0, status: 0, size: 0, bodyAt: 0, bodySize: 0, isHeartbeat: false }
    const n = this.index.add({ ...head, at, direction: 'note', offset: this.#file.size })
    this.#by.note += 1
    keepSome(this.#notes, n, note, MAX_TOLD)
    return n
  }

  #whyFull(bytes: number): TimelineCounts['lostWhy'] {
    if (this.#file.isFailing) return 'disk'
    return this.#options.share.take(this.index.length, bytes)
  }

  #pairUp(n: number, { direction, seq }: TimelineFrame): number | null {
    if (direction === 'request') {
      keepSome(this.#openRequests, seq, n, MAX_OPEN_REQUESTS)
      return null
    }
    const request = direction === 'reply' ? this.#openRequests.get(seq) : undefined
    if (request === undefined) return null
    this.#openRequests.delete(seq)
    this.index.join(request, n)
    return request
  }

  /** A new socket counts its sequence from the start. */
  forgetOpenRequests(): void {
    this.#openRequests.clear()
  }

  #noteLost(from: number, to: number): void {
    const { index } = this
    for (let n = index.length - 1; n >= 0 && index.offset[n]! + index.storedOf(n) > from; n -= 1) {
      if (index.storedOf(n) === 0 || index.offset[n]! >= to) continue
      index.setLost(n)
      this.#lost += 1
    }
    this.#lostWhy = 'disk'
  }

  summary(n: number): FrameSummary {
    const { index } = this
    const direction = index.directionOf(n)
    const head = { cmd: index.cmd[n]!, direction, status: index.status[n]! }
    const pair = index.pairOf(n)
    const fault = this.#faults.get(n)
    const note = this.#notes.get(n)
    const words = this.#words.get(n)
    return {
      n,
      at: index.at[n]!,
      ...head,
      message: direction === 'note' ? '' : this.#options.messageOf(head),
      seq: index.seq[n]!,
      size: index.size[n]!,
      bodyAt: index.bodyAt[n]!,
      bodySize: index.bodySize[n]!,
      isHeartbeat: index.isHeartbeat(n),
      isPinned: index.isPinned(n),
      ...(pair === null ? {} : { pair }),
      ...(pair === null || direction !== 'reply' ? {} : { rtMs: index.rtMs[n]! }),
      ...(fault === undefined ? {} : { fault }),
      ...(words === undefined ? {} : { refusal: this.#options.sayWords(words) }),
      ...(note === undefined ? {} : { note: this.#options.sayNote(note) }),
    }
  }

  assertKnown(n: number): void {
    if (n >= this.index.length) throw new AppError(simulatorErrors.simulator_frame_unknown)
  }

  pin(n: number, isPinned: boolean): FrameSummary {
    this.assertKnown(n)
    this.index.setPinned(n, isPinned)
    return this.summary(n)
  }

  /** Bytes of a frame from `from`, at most one piece. */
  async bytesOf(n: number, from = 0, most = FRAME_PIECE_BYTES): Promise<Buffer> {
    this.assertKnown(n)
    if (this.index.isLost(n)) throw new AppError(coreErrors.storage_full)
    const size = this.index.storedOf(n)
    const start = Math.min(from, size)
    return this.#file.read(this.index.offset[n]! + start, Math.min(most, size - start))
  }

  /** Bytes of the file, for readers of many frames. */
  read(offset: number, length: number): Promise<Buffer> {
    return this.#file.read(offset, length)
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}
