import type { WorldEnvironment } from '../world/world-environment.ts'
import type { GameLog } from './game-log.ts'

export type GameEnvironment = WorldEnvironment

export interface GameOptions {
  platform: number
  sId: number
  environment: GameEnvironment
  /** A file, or `:memory:`. */
  databasePath: string
  /** Real time in milliseconds. */
  now: () => number
  /** Game clock minus real clock when the server is seeded. */
  initialOffsetMs: number
  /** Seeded players; counts on the first start only. */
  players: number
  /** A folder with more definitions. */
  protocolDir?: string
  log: GameLog
}
