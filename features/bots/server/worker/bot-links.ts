import { hasSequence, nextSequence, Opening, OpeningRefused, openFrames } from '@qd/game-frame'
import type { Frame, FrameDescriptor, Opened } from '@qd/game-frame'
import type { CheckedSocketPeer } from '@qd/server-kit'
import type { Bot } from './bot.ts'
import { closeSocket, dropSocket, openClientSocket, sendOn } from './client-socket.ts'
import type { ClientSocket, SocketOwner } from './client-socket.ts'
import { SharedRoutes } from './shared-routes.ts'

/** Longest wait for a connection. */
const CONNECT_MS = 10_000
/** Pushes to one client in a second; a server that sends more floods, and is left. */
const MOST_PUSHES = 5_000
/** New connections a worker begins at once. */
const MOST_OPENING = 200

export interface LinkOwner {
  now(): number
  /** Connected after so many milliseconds. */
  onOpen(bot: Bot, tookMs: number): void
  /** The connection ended, or was never there; what still waits for a reply gets none. */
  onLost(bot: Bot, why: string, wasOpen: boolean): void
  onReply(bot: Bot, frame: Frame): void
  onPush(bot: Bot, frame: Frame): void
  onFrame(): void
  /** Whether a frame of the command may answer a request, where no sequence says so. */
  answers(cmd: number, asked: number): boolean
  /** Whether it still has something to do that needs a connection. */
  wantsLink(bot: Bot): boolean
}

/** Connections of the clients of a worker. Only the socket a client has now counts: what an older one says comes too late. */
export class BotLinks implements SocketOwner {
  readonly #peer: CheckedSocketPeer
  readonly #codec: FrameDescriptor
  readonly #owner: LinkOwner
  readonly #hasSequence: boolean
  readonly #routes = new SharedRoutes()
  online = 0
  #opening = 0
  #waiting: Bot[] = []

  constructor(peer: CheckedSocketPeer, codec: FrameDescriptor, owner: LinkOwner) {
    this.#peer = peer
    this.#codec = codec
    this.#hasSequence = hasSequence(codec)
    this.#owner = owner
  }

  open(bot: Bot): void {
    if (bot.socket !== null) return
    if (this.#opening >= MOST_OPENING) return void this.#waiting.push(bot)
    this.#opening += 1
    bot.openedAtMs = this.#owner.now()
    const limits = { maxPayloadBytes: this.#codec.maxFrameBytes * 4, timeoutMs: CONNECT_MS }
    bot.socket = openClientSocket(this.#peer, limits, { bot, owner: this })
  }

  opened(bot: Bot, socket: ClientSocket): void {
    if (bot.socket !== socket) return
    bot.frames = openFrames(this.#codec)
    bot.opening = new Opening(this.#codec)
    this.#sayOpening(bot, bot.opening)
  }

  /** Goes on with the opening; `frame`: what the game said. */
  #sayOpening(bot: Bot, opening: Opening, frame?: Frame): void {
    try {
      if (frame !== undefined && !opening.take(frame)) return
      for (const each of opening.next()) this.#write(bot, { ...each, seq: 0, status: 0 })
    } catch (error) {
      // RangeError: a step of the layout fits no frame.
      if (!(error instanceof OpeningRefused || error instanceof RangeError)) throw error
      return this.#drop(bot, `handshake ${error.message}`)
    }
    if (opening.isDone) this.#isOpen(bot, opening.opened)
  }

  #isOpen(bot: Bot, { heartbeatSeconds, routes }: Opened): void {
    bot.opening = null
    bot.beatSeconds = heartbeatSeconds ?? this.#codec.heartbeat?.everySeconds ?? 0
    if (routes) bot.frames?.setRoutes(this.#routes.of(routes))
    this.#opening -= 1
    this.online += 1
    bot.isOpen = true
    bot.tries = 0
    this.#openNext()
    this.#owner.onOpen(bot, this.#owner.now() - bot.openedAtMs)
  }

  #openNext(): void {
    while (this.#opening < MOST_OPENING && this.#waiting.length > 0) {
      const next = this.#waiting.shift()!
      if (this.#owner.wantsLink(next)) this.open(next)
    }
  }

  closed(bot: Bot, socket: ClientSocket, why: string): void {
    if (bot.socket !== socket) return
    const wasOpen = this.#forget(bot)
    if (!wasOpen) bot.tries += 1
    this.#owner.onLost(bot, why, wasOpen)
  }

  #forget(bot: Bot): boolean {
    const wasOpen = bot.isOpen
    bot.socket = null
    bot.frames = null
    bot.opening = null
    bot.entered = undefined
    bot.hasEntered = false
    bot.isOpen = false
    if (wasOpen) this.online -= 1
    else {
      this.#opening -= 1
      this.#openNext()
    }
    return wasOpen
  }

  /** Closes it, and nobody is told. */
  leave(bot: Bot): void {
    const { socket } = bot
    if (socket === null) return
    this.#forget(bot)
    bot.waitingSeq = 0
    closeSocket(socket)
  }

  #drop(bot: Bot, why: string): void {
    const { socket } = bot
    if (socket === null) return
    dropSocket(socket)
    this.closed(bot, socket, why)
  }

  /** Sends a request and gives its sequence; throws RangeError for one that fits no frame. */
  send(bot: Bot, cmd: number, body: Uint8Array, fields?: Frame['fields']): number {
    const seq = nextSequence(bot.seq)
    this.#write(bot, { cmd, seq, status: 0, body, ...(fields === undefined ? {} : { fields }) })
    bot.seq = seq
    return seq
  }

  #write({ frames, socket }: Bot, frame: Frame): void {
    if (frames !== null && socket !== null) sendOn(socket, frames.encode('request', frame))
  }

  came(bot: Bot, socket: ClientSocket, data: Buffer): void {
    if (bot.socket !== socket) return
    const decoded = bot.frames?.push('reply', data)
    for (const frame of decoded?.frames ?? []) {
      if (bot.opening === null) this.#take(bot, frame)
      else this.#sayOpening(bot, bot.opening, frame)
      // What a frame says may end the connection.
      if (bot.socket !== socket) return
    }
    if (decoded !== undefined && !decoded.ok) this.#drop(bot, `frame ${decoded.fault}`)
  }

  #take(bot: Bot, frame: Frame): void {
    this.#owner.onFrame()
    if (this.#isReply(bot, frame)) return this.#owner.onReply(bot, frame)
    bot.pushes += 1
    if (bot.pushes > MOST_PUSHES) {
      bot.pushes = 0
      this.#drop(bot, 'flood')
    } else if (frame.seq === 0 || !this.#hasSequence) this.#owner.onPush(bot, frame)
  }

  #isReply({ waitingSeq, waitingCmd }: Bot, { seq, cmd }: Frame): boolean {
    if (this.#hasSequence) return seq !== 0 && seq === waitingSeq
    return waitingSeq !== 0 && this.#owner.answers(cmd, waitingCmd)
  }

  /** Done for every client once a second. */
  beat(bot: Bot, second: number): void {
    bot.pushes = 0
    if (bot.opening !== null && this.#owner.now() - bot.openedAtMs > CONNECT_MS)
      return this.#drop(bot, 'handshake timeout')
    const { heartbeat, opening } = this.#codec
    // Whoever has shaken hands is counted on, also before Enter.
    const isAwaited = bot.hasEntered || (opening !== undefined && bot.isOpen)
    if (heartbeat === undefined || bot.beatSeconds === 0 || !isAwaited) return
    if ((second + bot.index) % Math.max(1, Math.round(bot.beatSeconds)) !== 0) return
    try {
      this.send(bot, heartbeat.cmd, NOTHING, heartbeat.fields)
    } catch (error) {
      // A layout whose heartbeat fits no frame ends its clients, not the worker of all.
      if (!(error instanceof RangeError)) throw error
      this.#drop(bot, `heartbeat ${error.message}`)
    }
  }
}

const NOTHING = new Uint8Array()
