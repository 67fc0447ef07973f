import type { UseCaseDeps } from '../bots-deps.ts'

/** Reports are kept as long as jobs are. */
export const KEPT_MS = 90 * 86_400_000

/** Forgets runs of long ago. */
export async function sweepRuns({ store, nowMs }: Pick<UseCaseDeps, 'store' | 'nowMs'>): Promise<void> {
  await store.write((tx) =>
    tx
      .deleteFrom('bots_run')
      .where('started_at', '<', nowMs() - KEPT_MS)
      .execute(),
  )
}
