import type { FrameDescriptor } from '@qd/game-frame'
import type { Networks } from './networks.ts'

/** One game server as its administered record has it (S3.09), key opened; never leaves the server process. */
export interface GameServerTarget {
  game: string
  platform: number
  sId: number
  /** Base address of the HTTP contract, without a trailing path of the contract. */
  apiUrl: string
  /** The name the server signs under. */
  serverId: string
  keyId: string
  hashKey: string
  /** Address of the game socket. */
  ws: string
  codec: FrameDescriptor
  /** Where the server may stand by the word of its record; goes to the dialer with every address of it. */
  networks: Networks
}

/** A server is unique by game, platform and sId. */
export function targetKey(target: Pick<GameServerTarget, 'game' | 'platform' | 'sId'>): string {
  return JSON.stringify([target.game, target.platform, target.sId])
}
