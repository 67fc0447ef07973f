import type { RawGameSocket, RawSocketHandlers } from '@qd/game-contract/adapter'
import { nextSequence, Opening, openFrames } from '@qd/game-frame'
import type { DecodedFrame, Frame, FrameDescriptor, Frames, Opened } from '@qd/game-frame'
import type { NetworkConditions } from '../../../contract/index.ts'
import { bodyPlace } from './body-place.ts'
import { DelayedPipe } from './delayed-pipe.ts'

/** A game that floods is read so fast and no faster: the rest waits in its own network. */
const TURN_MS = 50
const BYTES_A_TURN = 4_194_304
const FRAMES_A_TURN = 20_000
/** Most bytes of a broken stream that are kept to look at. */
const FAULT_BYTES = 65_536
/** More than this on its way to the game: nothing more is sent. */
const MAX_BUFFERED_BYTES = 4_194_304

/** Header fields beside command, sequence and status. */
export type FrameFields = Frame['fields']

export interface LinkFrame {
  direction: 'request' | 'reply' | 'push'
  cmd: number
  seq: number
  status: number
  /** As they travelled; where the body is not among them, ciphered or compressed, it follows them. */
  bytes: Uint8Array
  /** Bytes that travelled. */
  size: number
  bodyAt: number
  bodySize: number
  /** The cut is right, the body cannot be trusted. */
  fault?: { code: string; offset: number; text: string }
}

/** The socket went while its opening was under way. */
export class LinkClosed extends Error {}

export interface LinkFault {
  code: string
  offset: number
  text: string
  bytes: Uint8Array
}

export interface LinkHandlers {
  onFrame(frame: LinkFrame, body: Uint8Array): void
  /** The stream cannot be cut into frames any more; the socket is ended. */
  onFault(fault: LinkFault): void
  onClose(closed: { code: number; msg: string }): void
  /** Nothing more should be read now; `caughtUp` resolves when it may go on. */
  isBehind(): boolean
  caughtUp(): Promise<void>
}

/** One socket to a game: bytes to frames and back, at the pace of its network and of the disk. */
export class GameLink {
  readonly #descriptor: FrameDescriptor
  readonly #handlers: LinkHandlers
  readonly #frames: Frames
  #arrived = 0
  readonly #inward: DelayedPipe
  readonly #outward: DelayedPipe
  #socket: RawGameSocket | null = null
  #seq = 0
  #opening: { steps: Opening; done(opened: Opened): void; fail(error: unknown): void } | null = null
  #isHalfOpen = false
  #isClosed = false
  /** Why nothing is read now. */
  readonly #pauses = new Set<'halfOpen' | 'network' | 'disk' | 'flood'>()
  #turn = { bytes: 0, frames: 0, endsAt: 0 }

  constructor(descriptor: FrameDescriptor, handlers: LinkHandlers) {
    this.#descriptor = descriptor
    this.#handlers = handlers
    this.#frames = openFrames(descriptor)
    this.#inward = new DelayedPipe(
      (bytes) => this.#take(bytes),
      (isFull) => this.#pause('network', isFull),
    )
    this.#outward = new DelayedPipe(
      (bytes) => {
        if (!this.#isHalfOpen && this.isOpen) this.#socket!.send(bytes)
      },
      () => undefined,
    )
  }

  async open(connect: (handlers: RawSocketHandlers) => Promise<RawGameSocket>): Promise<void> {
    const socket = await connect({
      onBytes: (bytes) => this.#inward.push(bytes),
      onClose: (closed) => this.#finish(closed),
    })
    this.#socket = socket
    // Given up while it was opened.
    if (this.#isClosed) socket.terminate()
    else this.#applyPauses()
  }

  /** Says what client and game say to each other before the first command; rejects where the game does not open. */
  async sayOpening(): Promise<Opened> {
    const steps = new Opening(this.#descriptor)
    return await new Promise((done, fail) => {
      this.#opening = { steps, done, fail }
      this.#goOn()
    })
  }

  /** Sends what comes next of the opening. */
  #goOn(frame?: DecodedFrame): void {
    const opening = this.#opening
    if (opening === null) return
    const { steps } = opening
    try {
      if (frame !== undefined && !steps.take(frame)) return
      for (const { cmd, body, fields } of steps.next())
        this.#request({ cmd, seq: 0, status: 0, body }, fields)
      if (!steps.isDone) return
      if (steps.opened.routes) this.#frames.setRoutes(steps.opened.routes)
      opening.done(steps.opened)
    } catch (error) {
      opening.fail(error)
    }
    this.#opening = null
  }

  get isOpen(): boolean {
    return !this.#isClosed && this.#socket !== null && this.#socket.isOpen
  }

  get bufferedBytes(): number {
    return this.#outward.waitingBytes + (this.#socket?.bufferedBytes ?? 0)
  }

  get isFull(): boolean {
    return this.bufferedBytes > MAX_BUFFERED_BYTES
  }

  /** Sends a request; throws RangeError when it fits no frame. */
  send(cmd: number, body: Uint8Array, fields?: FrameFields): LinkFrame {
    const seq = nextSequence(this.#seq)
    const frame = this.#request({ cmd, seq, status: 0, body }, fields)
    this.#seq = seq
    return frame
  }

  #request({ body, ...head }: Frame, fields: FrameFields): LinkFrame {
    const raw = this.#frames.encode('request', { ...head, body, ...(fields === undefined ? {} : { fields }) })
    const { cmd, seq, status } = head
    const frame: LinkFrame = {
      direction: 'request',
      cmd,
      seq,
      status,
      ...bodyPlace(this.#descriptor, 'request', { raw, body }),
    }
    this.#handlers.onFrame(frame, body)
    this.#outward.push(raw)
    return frame
  }

  setNetwork({ delayMs, bytesPerSecond, isHalfOpen }: NetworkConditions): void {
    this.#inward.setPace({ delayMs, bytesPerSecond })
    this.#outward.setPace({ delayMs, bytesPerSecond })
    this.#isHalfOpen = isHalfOpen
    this.#pause('halfOpen', isHalfOpen)
  }

  close(): void {
    this.#pauses.clear()
    this.#socket?.close()
    this.#finish({ code: 1000, msg: 'closed' })
  }

  terminate(why: { code: number; msg: string } = { code: 1006, msg: 'the connection was lost' }): void {
    const socket = this.#socket
    this.#finish(why)
    socket?.terminate()
  }

  #finish(closed: { code: number; msg: string }): void {
    if (this.#isClosed) return
    // What came before the end is shown before it.
    this.#isClosed = true
    this.#inward.clear()
    this.#outward.clear()
    this.#opening?.fail(new LinkClosed(closed.msg))
    this.#opening = null
    this.#handlers.onClose(closed)
  }

  #pause(why: 'halfOpen' | 'network' | 'disk' | 'flood', isPaused: boolean): void {
    if (isPaused) this.#pauses.add(why)
    else this.#pauses.delete(why)
    this.#applyPauses()
  }

  #applyPauses(): void {
    if (this.#socket === null || this.#isClosed) return
    if (this.#pauses.size > 0) this.#socket.pause()
    else this.#socket.resume()
  }

  #take(bytes: Uint8Array): void {
    if (this.#isClosed) return
    const decoded = this.#frames.push('reply', bytes)
    for (const { fault, offset, reason, bytes: passed } of decoded.skipped) {
      const text = `${reason} (${passed} bytes passed over from byte ${offset} of the stream)`
      this.#handlers.onFault({ code: fault, offset: 0, text, bytes: new Uint8Array() })
    }
    for (const frame of decoded.frames) {
      this.#show(frame)
      this.#goOn(frame)
    }
    if (!decoded.ok) {
      const offset = Math.max(0, decoded.offset - this.#arrived)
      const text = `${decoded.reason} (byte ${decoded.offset} of the stream)`
      this.#handlers.onFault({ code: decoded.fault, offset, text, bytes: bytes.slice(0, FAULT_BYTES) })
      return this.terminate({ code: 1002, msg: decoded.reason })
    }
    this.#arrived += bytes.length
    this.#keepPace(bytes.length, decoded.frames.length)
  }

  #show({ cmd, seq, status, body, raw, offset, problem }: DecodedFrame): void {
    const direction = seq === 0 ? 'push' : 'reply'
    const fault =
      problem === undefined
        ? {}
        : {
            fault: {
              code: problem.fault,
              offset: Math.max(0, problem.offset - offset),
              text: problem.reason,
            },
          }
    this.#handlers.onFrame(
      { direction, cmd, seq, status, ...bodyPlace(this.#descriptor, 'reply', { raw, body }), ...fault },
      body,
    )
  }

  /** Holds the game back while the disk is behind, and lets other work of the console have its turn. */
  #keepPace(bytes: number, frames: number): void {
    if (this.#handlers.isBehind() && !this.#pauses.has('disk')) {
      this.#pause('disk', true)
      void this.#handlers.caughtUp().finally(() => this.#pause('disk', false))
    }
    const now = performance.now()
    if (now >= this.#turn.endsAt) this.#turn = { bytes: 0, frames: 0, endsAt: now + TURN_MS }
    this.#turn.bytes += bytes
    this.#turn.frames += frames
    if (this.#turn.bytes <= BYTES_A_TURN && this.#turn.frames <= FRAMES_A_TURN) return
    if (this.#pauses.has('flood')) return
    this.#pause('flood', true)
    setTimeout(() => this.#pause('flood', false), Math.max(1, this.#turn.endsAt - now)).unref()
  }
}
