import { OPEN_STATES } from '../../contract/index.ts'
import type { JobState } from '../../contract/index.ts'
import type { UseCaseDeps } from '../jobs-deps.ts'

/** How a job stands for the program that started it. */
export interface JobEnding {
  state: JobState
  isOpen: boolean
  /** Nothing of it failed, and nothing was given up. */
  isGood: boolean
  total: number
  done: number
  failed: number
}

const MOST_AT_ONCE = 500

/** How jobs stand, by their ids, whoever owns them; one that is gone is left out. */
export async function endingsOfJobs(
  { store }: Pick<UseCaseDeps, 'store'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, JobEnding>> {
  const endings = new Map<string, JobEnding>()
  for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
    const jobs = await store.read
      .selectFrom('job')
      .select(['id', 'state', 'total_rows', 'done_rows', 'skipped_rows', 'failed_rows', 'unknown_rows'])
      .where('id', 'in', ids.slice(at, at + MOST_AT_ONCE))
      .execute()
    for (const job of jobs) {
      endings.set(job.id, {
        state: job.state,
        isOpen: OPEN_STATES.includes(job.state),
        isGood: job.state === 'succeeded',
        total: job.total_rows,
        done: job.done_rows + job.skipped_rows,
        failed: job.failed_rows + job.unknown_rows,
      })
    }
  }
  return endings
}
