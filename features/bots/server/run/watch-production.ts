import { AppError } from '@qd/contract-kit'
import { JobPause } from '@qd/server-kit'
import type { Caller, CataloguePlace, JobRun } from '@qd/server-kit'
import { refuseProduction } from './may-play.ts'

const EVERY_MS = 1_000

/** Throws JobPause where bots may not play, or not any more. */
export function checkProduction({ caller, place }: { caller: Caller; place: CataloguePlace }): void {
  try {
    refuseProduction(caller, place)
  } catch (error) {
    throw error instanceof AppError ? new JobPause('rights_lost', error.message) : error
  }
}

/** Looks again while a run plays: its line may become production, and the grant that names production may go. */
export function watchProduction(run: Pick<JobRun, 'standingNow' | 'signal'>): {
  signal: AbortSignal
  stop(): void
} {
  const lost = new AbortController()
  let isLooking = false
  const look = async () => {
    isLooking = true
    try {
      checkProduction(await run.standingNow())
    } catch (error) {
      // A database that is away is asked again a second later.
      if (error instanceof JobPause) lost.abort(error)
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(() => {
    if (!isLooking) void look()
  }, EVERY_MS)
  return { signal: AbortSignal.any([run.signal, lost.signal]), stop: () => clearInterval(timer) }
}
