import type { Server } from 'node:http'
import { NonceMemory } from '@qd/game-contract/signing'
import { QD1 } from '@qd/game-frame'
import { WebSocketServer } from 'ws'
import type { Redemptions } from '../game/codes/redemptions.ts'
import type { Game } from '../game/game.ts'
import { GameSession } from './game-session.ts'
import { MessageCodec } from './message-codec.ts'

export interface GatewayOptions {
  server: Server
  path: string
  hashKey: string
  redemptions: Redemptions
}

const CLOSE_GRACE_MS = 300

/** Accepts game sockets; each becomes a session that must enter before it plays. */
export class SocketGateway {
  readonly #sockets: WebSocketServer

  constructor(game: Game, { server, path, hashKey, redemptions }: GatewayOptions) {
    const codec = new MessageCodec(game.messages)
    const nonces = new NonceMemory()
    this.#sockets = new WebSocketServer({
      server,
      path,
      perMessageDeflate: false,
      maxPayload: QD1.maxFrameBytes,
    })
    this.#sockets.on('connection', (socket, request) => {
      const ip = request.socket.remoteAddress ?? ''
      const session = new GameSession({ game, codec, nonces, hashKey, redemptions, socket, ip })
      socket.on('message', (data: Buffer) => session.receive(data))
      socket.on('close', () => session.ended())
      socket.on('error', (error) => game.log.write('warn', 'socket.failed', { reason: error.message }))
    })
  }

  close(): void {
    const clients = [...this.#sockets.clients]
    for (const socket of clients) socket.close(1001, 'server stops')
    this.#sockets.close()
    // A client that does not answer must not keep the server from stopping.
    setTimeout(() => {
      for (const socket of clients) socket.terminate()
    }, CLOSE_GRACE_MS)
  }
}
