import type { CleanUp, ServerFeature } from '@qd/server-kit'
import type { Logger } from 'pino'

/** Runs one clean-up; a failure is told in the log and harms nothing. */
async function runOne(feature: string, { name, run }: CleanUp, logger: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await run()
  } catch (error) {
    logger.warn({ err: error, feature, cleanUp: name }, 'a clean-up failed; the next one does it all')
  }
}

/** Runs the clean-ups of all features now, one after the other, and then each in its own rhythm. Returns what stops them. */
export async function startCleanUps(
  features: readonly Pick<ServerFeature, 'name' | 'cleanUps'>[],
  logger: Pick<Logger, 'warn'>,
): Promise<() => void> {
  const timers: NodeJS.Timeout[] = []
  for (const { name, cleanUps = [] } of features) {
    for (const cleanUp of cleanUps) {
      await runOne(name, cleanUp, logger)
      let isRunning = false
      const again = async () => {
        if (isRunning) return
        isRunning = true
        await runOne(name, cleanUp, logger)
        isRunning = false
      }
      timers.push(setInterval(() => void again(), cleanUp.everyMs).unref())
    }
  }
  return () => timers.forEach(clearInterval)
}
