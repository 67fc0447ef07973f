import type { NonceMemory } from '@qd/game-contract/signing'
import type { WebSocket } from 'ws'
import type { Redemptions } from '../game/codes/redemptions.ts'
import type { Game } from '../game/game.ts'
import type { MessageCodec } from './message-codec.ts'

/** What a socket's session works with; `ip` is where the socket comes from. */
export interface SessionOptions {
  game: Game
  codec: MessageCodec
  nonces: NonceMemory
  hashKey: string
  redemptions: Redemptions
  socket: WebSocket
  ip: string
}
