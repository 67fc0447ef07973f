import type { ServerFeature } from '../src/index.ts'

/** Runs the clean-ups of a feature once, and what it does by itself at set times. */
export async function cleanUp({
  cleanUps = [],
  systemSchedules = [],
}: Pick<ServerFeature, 'cleanUps' | 'systemSchedules'>): Promise<void> {
  for (const { run } of cleanUps) await run()
  for (const { run } of systemSchedules) await run(new AbortController().signal)
}
