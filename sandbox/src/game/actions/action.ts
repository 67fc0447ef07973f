import type { Game } from '../game.ts'
import type { LivePlayer } from '../live-player.ts'

/** One command of a player who has entered: request body in, reply body out; GameFailure refuses. */
export type Action = (
  game: Game,
  player: LivePlayer,
  request: Record<string, unknown>,
) => Record<string, unknown>
