import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { GameServerTarget } from '@qd/game-contract/adapter'
import { enterHash } from '@qd/game-contract/signing'
import { ENTER_COMMAND, FrameDecoder, QD1, encodeFrame, nextSequence } from '@qd/game-frame'
import type { Frame } from '@qd/game-frame'
import { WebSocket } from 'ws'
import { loadMessages } from '../src/game/definitions/load-messages.ts'
import { MessageCodec } from '../src/socket/message-codec.ts'
import type { Body } from '../src/socket/message-codec.ts'

export interface ClientReply {
  status: number
  body: Body
}

export interface ClientPush {
  cmd: number
  body: Body
}

type Target = Pick<GameServerTarget, 'ws' | 'sId' | 'hashKey'>

/** A player's client over the real game socket. */
export class GameClient {
  readonly pushes: ClientPush[] = []
  readonly #socket: WebSocket
  readonly #target: Target
  readonly #codec = new MessageCodec(loadMessages(undefined, () => undefined))
  readonly #decoder = new FrameDecoder(QD1, 'reply')
  readonly #waiting = new Map<number, (frame: Frame) => void>()
  #sequence = 0

  private constructor(socket: WebSocket, target: Target) {
    this.#socket = socket
    this.#target = target
    socket.on('message', (data: Buffer) => this.#receive(data))
  }

  static async open(target: Target): Promise<GameClient> {
    const socket = new WebSocket(target.ws, { perMessageDeflate: false })
    const client = new GameClient(socket, target)
    await once(socket, 'open')
    return client
  }

  enter(deviceId: string, twists: { hash?: string; tsMs?: number; sId?: number } = {}): Promise<ClientReply> {
    const { sId, hashKey } = this.#target
    const proof = { sId, deviceId, ver: '1.9.0', hashKey }
    const hash = twists.hash ?? enterHash(proof, twists.tsMs ?? Date.now(), randomBytes(8).toString('hex'))
    const request = { sId: twists.sId ?? sId, hash, ver: '1.9.0', ip: '', fd: 0, deviceId }
    return this.send(ENTER_COMMAND, request)
  }

  async send(cmd: number, request: Body): Promise<ClientReply> {
    const command = this.#codec.command(cmd)
    this.#sequence = nextSequence(this.#sequence)
    const seq = this.#sequence
    const body = command?.req ? this.#codec.encode(command.req, request) : new Uint8Array()
    const { promise, resolve } = Promise.withResolvers<Frame>()
    this.#waiting.set(seq, resolve)
    this.#socket.send(encodeFrame(QD1, 'request', { cmd, seq, status: 0, body }))
    const frame = await promise
    return { status: frame.status, body: this.#decode(frame.status === 0 ? command?.res : 'ErrorRes', frame) }
  }

  /** Bytes as they are, for frames that are wrong on purpose. */
  sendBytes(bytes: Uint8Array): void {
    this.#socket.send(bytes)
  }

  async closed(): Promise<number> {
    const [code] = (await once(this.#socket, 'close')) as [number]
    return code
  }

  async close(): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return
    this.#socket.close()
    await once(this.#socket, 'close')
  }

  #receive(data: Buffer): void {
    for (const frame of this.#decoder.push(data).frames) {
      if (frame.seq === 0) {
        const body = this.#decode(this.#codec.command(frame.cmd)?.push, frame)
        this.pushes.push({ cmd: frame.cmd, body })
        continue
      }
      this.#waiting.get(frame.seq)?.(frame)
      this.#waiting.delete(frame.seq)
    }
  }

  #decode(name: string | undefined, frame: Frame): Body {
    if (name === undefined || name === '') return {}
    const decoded = this.#codec.decode(name, frame.body)
    if (!decoded.ok) throw new Error(`${name}: ${decoded.reason}`)
    return decoded.body
  }
}
