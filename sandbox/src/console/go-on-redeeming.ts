import type { Redemptions } from '../game/codes/redemptions.ts'
import type { GameLog } from '../game/game-log.ts'
import type { ConsoleClient } from './console-client.ts'

/** Goes on with open redemptions as soon as a console is known and then regularly, one round at a time. */
export function goOnRedeeming(
  redemptions: Redemptions,
  { client, log, everyMs }: { client: ConsoleClient; log: GameLog; everyMs: number },
): () => void {
  let isRunning = false

  async function round(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      await redemptions.resume()
    } catch (error) {
      log.write('error', 'code.failed', { reason: String(error) })
    } finally {
      isRunning = false
    }
  }

  client.onKnown(() => void round())
  const timer = setInterval(() => void round(), everyMs)
  return () => clearInterval(timer)
}
