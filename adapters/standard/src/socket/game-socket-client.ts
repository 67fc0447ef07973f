import { GameError } from '@qd/game-contract/adapter'
import type { EnterInput, EnterResult, GameServerTarget, GameSocket } from '@qd/game-contract/adapter'
import type { GameSocketFrame, GameSocketHandlers } from '@qd/game-contract/adapter'
import { ENTER_COMMAND, nextSequence, openFrames } from '@qd/game-frame'
import type { DecodedFrame, Frame, Frames } from '@qd/game-frame'
import type { WebSocket } from 'ws'
import type { MessageCodec } from '../proto/message-codec.ts'
import { closeTextOf } from './close-text.ts'
import { enterBody, enterResultOf, fittedTo } from './enter.ts'
import { readFrame } from './read-frame.ts'
import { SocketOpening } from './socket-opening.ts'

export interface SocketOptions {
  target: GameServerTarget
  socket: WebSocket
  codec: MessageCodec
  handlers: GameSocketHandlers
  now: () => number
  replyTimeoutMs: number
}

interface Waiting {
  cmd: number
  sentAt: number
  timer: NodeJS.Timeout
  resolve: (frame: GameSocketFrame) => void
  reject: (error: GameError) => void
}

/** Requests waiting at once; a client that floods is refused before its frames are. */
const MAX_WAITING = 256
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024

/** One open game socket: frames out, frames in, replies matched to requests by sequence. */
export class GameSocketClient implements GameSocket {
  readonly #options: SocketOptions
  readonly #frames: Frames
  readonly #waiting = new Map<number, Waiting>()
  readonly #opening: SocketOpening
  #heartbeat: NodeJS.Timeout | null = null
  #seq = 0
  #closed: { code: number; msg: string } | null = null

  constructor(options: SocketOptions) {
    this.#options = options
    this.#frames = openFrames(options.target.codec)
    const { socket } = options
    socket.on('message', (data) => this.#receive(data as Buffer))
    socket.on('close', (code, reason) => this.#finish(code, closeTextOf(code, reason.toString('utf8'))))
    socket.on('error', (error) => this.#finish(1006, error.message))
    this.#opening = new SocketOpening(options.target.codec, (frame) => socket.send(this.#bytesOf(frame)))
    // The game may have hung up between the handshake and these handlers.
    if (socket.readyState >= socket.CLOSING) this.#finish(1006, closeTextOf(1006, ''))
  }

  /** Before anything else is sent; rejects with GameError where the game does not open. */
  async sayOpening(): Promise<void> {
    const { target, replyTimeoutMs } = this.#options
    const { heartbeat, opening } = target.codec
    if (this.#closed && opening) throw new GameError({ kind: 'down', msg: this.#closed.msg })
    const { heartbeatSeconds, routes } = await this.#opening.run(replyTimeoutMs)
    if (routes) this.#frames.setRoutes(routes)
    const seconds = heartbeatSeconds ?? heartbeat?.everySeconds ?? 0
    if (this.isOpen && seconds > 0) this.#heartbeat = this.#startHeartbeat(seconds)
  }

  get isOpen(): boolean {
    return this.#closed === null
  }

  async send(command: { cmd: number; body: unknown; timeoutMs?: number }): Promise<GameSocketFrame> {
    const message = this.#options.codec.commands.get(command.cmd)?.req ?? ''
    if (message === '') {
      const msg = `the definition has no request for command ${command.cmd}`
      throw new GameError({ kind: 'refused', code: 3002, msg })
    }
    const encoded = this.#options.codec.encode(message, command.body)
    if (!encoded.ok) {
      throw new GameError({
        kind: 'refused',
        code: 2004,
        field: encoded.field,
        msg: `${encoded.field} ${encoded.reason}`,
      })
    }
    return await this.#request(command.cmd, encoded.bytes, command.timeoutMs)
  }

  async enter(input: EnterInput): Promise<EnterResult> {
    const { codec, target, now } = this.#options
    const message = codec.commands.get(ENTER_COMMAND)?.req ?? ''
    const body = fittedTo(codec.fieldTypes(message), enterBody(target, input, now()))
    const encoded = codec.encode(message, body)
    if (!encoded.ok)
      throw new GameError({ kind: 'garbage', msg: `Enter: ${encoded.field} ${encoded.reason}` })
    return enterResultOf(await this.#request(ENTER_COMMAND, encoded.bytes))
  }

  close(): void {
    this.#options.socket.close(1000)
    this.#finish(1000, closeTextOf(1000, ''))
  }

  #request(
    cmd: number,
    body: Uint8Array,
    timeoutMs = this.#options.replyTimeoutMs,
    fields?: Frame['fields'],
  ): Promise<GameSocketFrame> {
    if (this.#closed) throw new GameError({ kind: 'down', msg: this.#closed.msg })
    if (this.#waiting.size >= MAX_WAITING || this.#options.socket.bufferedAmount > MAX_BUFFERED_BYTES) {
      throw new GameError({
        kind: 'refused',
        code: 4001,
        msg: 'too many commands without an answer',
        retryable: true,
      })
    }
    this.#seq = nextSequence(this.#seq)
    const frame: Frame = { cmd, seq: this.#seq, status: 0, body, ...(fields && { fields }) }
    const bytes = this.#bytesOf(frame)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(frame.seq)
        reject(new GameError({ kind: 'timeout', msg: `no reply to command ${cmd} within ${timeoutMs} ms` }))
      }, timeoutMs)
      this.#waiting.set(frame.seq, { cmd, sentAt: this.#options.now(), timer, resolve, reject })
      this.#options.socket.send(bytes)
      this.#show(readFrame(this.#options.codec, { ...frame, raw: bytes }, 'request'))
    })
  }

  #bytesOf(frame: Frame): Uint8Array {
    try {
      return this.#frames.encode('request', frame)
    } catch (error) {
      if (error instanceof RangeError)
        throw new GameError({ kind: 'refused', code: 2004, msg: error.message })
      throw error
    }
  }

  #receive(data: Buffer): void {
    if (this.#closed) return
    const decoded = this.#frames.push('reply', data)
    for (const frame of decoded.frames) {
      this.#opening.take(frame)
      this.#take(frame)
    }
    if (decoded.ok) return
    this.#options.socket.close(1002)
    this.#finish(1002, decoded.reason)
  }

  #take(frame: DecodedFrame): void {
    const direction = frame.seq === 0 ? 'push' : 'reply'
    const shown = readFrame(this.#options.codec, frame, direction)
    const waiting = direction === 'reply' ? this.#waiting.get(frame.seq) : undefined
    if (!waiting) {
      this.#show(shown)
      return
    }
    this.#waiting.delete(frame.seq)
    clearTimeout(waiting.timer)
    const timed = { ...shown, ms: this.#options.now() - waiting.sentAt }
    this.#show(timed)
    if (frame.cmd === waiting.cmd) waiting.resolve(timed)
    else
      waiting.reject(
        new GameError({ kind: 'garbage', msg: `command ${waiting.cmd} was answered by ${frame.cmd}` }),
      )
  }

  #show(frame: GameSocketFrame): void {
    this.#options.handlers.onFrame?.(frame)
  }

  #startHeartbeat(everySeconds: number): NodeJS.Timeout | null {
    const { heartbeat } = this.#options.target.codec
    const message = heartbeat && this.#options.codec.commands.get(heartbeat.cmd)?.req
    const encoded = message ? this.#options.codec.encode(message, {}) : null
    // Fields of the header may be all that a beat is.
    const body = encoded?.ok ? encoded.bytes : heartbeat?.fields && new Uint8Array()
    if (!heartbeat || !body) return null
    const beat = () => {
      // A missed beat shows as a closed socket; the beat's own failure adds nothing.
      this.#request(heartbeat.cmd, body, undefined, heartbeat.fields).catch(() => undefined)
    }
    return setInterval(beat, everySeconds * 1000)
  }

  #finish(code: number, msg: string): void {
    if (this.#closed) return
    this.#closed = { code, msg }
    if (this.#heartbeat) clearInterval(this.#heartbeat)
    const isGarbage = code === 1002
    for (const waiting of this.#waiting.values()) {
      clearTimeout(waiting.timer)
      waiting.reject(new GameError({ kind: isGarbage ? 'garbage' : 'down', msg }))
    }
    this.#waiting.clear()
    this.#opening.lose(msg)
    this.#options.handlers.onClose?.({ code, msg })
  }
}
