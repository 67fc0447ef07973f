import type { PlayerDocument } from './document.ts'

/** The socket of a player, as the game sees it. */
export interface PlayerConnection {
  push: (cmd: number, body: Record<string, unknown>) => void
  /** Closes the socket after telling the player why. */
  kick: (reason: string) => void
}

/** A player whose data is in memory. */
export interface LivePlayer {
  uId: string
  document: PlayerDocument
  /** Grows with every change. */
  version: number
  /** What is not stored yet: nothing, what time alone brought, or what somebody did. */
  unsaved: 'nothing' | 'time' | 'deeds'
  /** Played by the server itself, so that the world moves without people. */
  isWandering: boolean
  /** The tick of the server that last reached this player. */
  tickedAt: number
  connection: PlayerConnection | null
}

export function isOnline(player: LivePlayer): boolean {
  return player.isWandering || player.connection !== null
}
