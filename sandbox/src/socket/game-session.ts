import { ENTER_COMMAND, FrameDecoder, QD1, encodeFrame } from '@qd/game-frame'
import type { Frame } from '@qd/game-frame'
import { ACTIONS } from '../game/actions/actions.ts'
import { SLOW_ACTIONS } from '../game/codes/redeem-code.ts'
import { GameFailure } from '../game/game-failure.ts'
import type { LivePlayer, PlayerConnection } from '../game/live-player.ts'
import { enterGame } from './enter-game.ts'
import type { Body } from './message-codec.ts'
import type { SessionOptions } from './session-options.ts'

/** What the status byte of a reply says; 0 is success. */
const STATUS = { ok: 0, refused: 1, notEntered: 2, unknownCommand: 3, badBody: 4, failed: 5 } as const

const KICK_COMMAND = 1101
const ERROR_MESSAGE = 'ErrorRes'

/** A close code for a stream that cannot be read any further. */
const PROTOCOL_ERROR = 1002

class Refusal extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** One socket: frames in, replies and pushes out. */
export class GameSession implements PlayerConnection {
  readonly #options: SessionOptions
  readonly #decoder = new FrameDecoder(QD1, 'request')
  #player: LivePlayer | null = null

  constructor(options: SessionOptions) {
    this.#options = options
  }

  receive(data: Buffer): void {
    const decoded = this.#decoder.push(data)
    for (const frame of decoded.frames) this.#answer(frame)
    if (!decoded.ok) {
      this.#options.game.log.write('warn', 'socket.bad-frame', { reason: decoded.reason })
      this.#options.socket.close(PROTOCOL_ERROR, decoded.reason.slice(0, 120))
    }
  }

  push(cmd: number, body: Body): void {
    const name = this.#options.codec.command(cmd)?.push
    if (name === undefined || name === '') throw new RangeError(`command ${cmd} is no push`)
    this.#send({ cmd, seq: 0, status: STATUS.ok, body: this.#options.codec.encode(name, body) })
  }

  kick(reason: string): void {
    this.#player = null
    this.push(KICK_COMMAND, { code: 1, msg: reason })
    this.#options.socket.close(4001, reason.slice(0, 40))
  }

  ended(): void {
    const player = this.#player
    if (player?.connection !== this) return
    player.connection = null
    this.#options.game.mutate(player, ({ role }) => {
      role.lastLogoutAt = this.#options.game.clock.gameSeconds()
    })
    this.#options.game.log.write('info', 'player.left', { uId: player.uId })
  }

  #answer(frame: Frame): void {
    const { codec } = this.#options
    const command = codec.command(frame.cmd)
    let request: Body = {}
    try {
      if (!command || command.req === '')
        throw new Refusal(STATUS.unknownCommand, 3002, `没有命令 ${frame.cmd}`)
      const decoded = codec.decode(command.req, frame.body)
      if (!decoded.ok) throw new Refusal(STATUS.badBody, 2004, decoded.reason)
      request = decoded.body
      const reply = this.#run(frame.cmd, request)
      if (reply instanceof Promise) void this.#answerLater(frame, request, reply)
      else this.#reply(frame, reply)
    } catch (error) {
      this.#refuse(frame, request, error)
    }
  }

  async #answerLater(frame: Frame, request: Body, reply: Promise<Body>): Promise<void> {
    try {
      this.#reply(frame, await reply)
    } catch (error) {
      this.#refuse(frame, request, error)
    }
  }

  #reply({ cmd, seq }: Frame, reply: Body): void {
    const { codec } = this.#options
    const body = codec.encode(codec.command(cmd)?.res ?? '', reply)
    this.#send({ cmd, seq, status: STATUS.ok, body })
  }

  #run(cmd: number, request: Body): Body | Promise<Body> {
    const { game } = this.#options
    if (cmd === ENTER_COMMAND) {
      const entered = enterGame(this.#options, this, request)
      this.#player = entered.player
      return entered.body
    }
    const player = this.#player
    if (player === null) throw new Refusal(STATUS.notEntered, 2002, '尚未进入游戏')
    const slow = SLOW_ACTIONS.get(cmd)
    if (slow) return slow(this.#options.redemptions, player, request)
    const action = ACTIONS.get(cmd)
    if (!action) throw new Refusal(STATUS.unknownCommand, 3002, `没有命令 ${cmd}`)
    return action(game, player, request)
  }

  #refuse({ cmd, seq }: Frame, request: Body, error: unknown): void {
    const refusal = this.#refusalOf(cmd, error)
    const { status, code, message: msg } = refusal
    // A hash that was refused for another reason could still be used by whoever reads this.
    const { hash: _hash, ...req } = request
    const reqMsg = JSON.stringify({ cmd, code, msg, req })
    const body = this.#options.codec.encode(ERROR_MESSAGE, { code, msg, reqMsg })
    this.#send({ cmd, seq, status, body })
  }

  #refusalOf(cmd: number, error: unknown): Refusal {
    if (error instanceof Refusal) return error
    if (error instanceof GameFailure) return new Refusal(STATUS.refused, error.code, error.message)
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.#options.game.log.write('error', 'socket.failed', { cmd, reason })
    return new Refusal(STATUS.failed, 5001, '服务器内部错误')
  }

  #send(frame: Frame): void {
    const { socket } = this.#options
    if (socket.readyState === socket.OPEN) socket.send(encodeFrame(QD1, 'reply', frame))
  }
}
