import type { ServerFeature } from '../src/index.ts'

/** Runs the clean-ups of a feature once, as a console does when it starts. */
export async function cleanUp({ cleanUps = [] }: Pick<ServerFeature, 'cleanUps'>): Promise<void> {
  for (const { run } of cleanUps) await run()
}
