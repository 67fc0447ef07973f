import type { ConnectionTarget } from '../../../contract/index.ts'
import type { ModuleRules } from '@qd/player-diff'
import type { TimelineOptions } from '../timeline/timeline.ts'
import type { Attempt } from './audit-trail.ts'
import type { GameConnection } from './connection.ts'
import type { GameWay } from './game-way.ts'

/** What happens on a connection that others want to know: the audit, and who else has the account open. */
export interface ConnectionNews {
  /** Before the first byte goes out. */
  connecting(connection: GameConnection, attempt: Attempt): Promise<void>
  /** The way in is done. */
  opened(connection: GameConnection, attempt: Attempt): void
  failed(connection: GameConnection, attempt: Attempt, error: unknown): void
  /** Left on purpose while it was on its way in. */
  givenUp(connection: GameConnection, attempt: Attempt): void
  lost(connection: GameConnection, how: 'dropped' | 'disconnected' | 'lost', msg: string): void
  others(connection: GameConnection): string[]
}

export interface ConnectionOptions {
  id: string
  userId: string
  username: string
  game: string
  target: ConnectionTarget
  way: GameWay
  news: ConnectionNews
  timeline: Pick<TimelineOptions, 'path' | 'share' | 'freeBytes'>
  /** How the game's player data is read; null where nobody knows. */
  rules(signal: AbortSignal): Promise<ModuleRules | null>
}
