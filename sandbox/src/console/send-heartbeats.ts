import type { Game } from '../game/game.ts'
import { versionsOf } from '../http/meta.ts'
import type { ConsoleClient } from './console-client.ts'

/** Says how the server is, as soon as a console is known and then regularly; one that is lost is not sent again. */
export function startHeartbeats(game: Game, client: ConsoleClient, everyMs: number): () => void {
  let isQuiet = false

  async function beat(): Promise<void> {
    if (client.url === null) return
    try {
      await client.call('heartbeat', {
        sId: game.sId,
        online: game.players.online().length,
        state: game.door.state(),
        clock: game.clock.reading(),
        versions: versionsOf(game),
      })
      isQuiet = false
    } catch (error) {
      // One line while it lasts.
      if (!isQuiet) game.log.write('warn', 'heartbeat.failed', { reason: String(error) })
      isQuiet = true
    }
  }

  client.onKnown(() => void beat())
  const timer = setInterval(() => void beat(), everyMs)
  return () => clearInterval(timer)
}
