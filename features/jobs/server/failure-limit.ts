import type { JobStage } from '@qd/server-kit'
import type { StoredJob } from './job-tables.ts'

/** A share of fewer rows than these says little: one player who is gone must not stop a job at its first chunk. */
export const LEAST_COUNTED = 100

type Counted = Pick<
  StoredJob,
  'done_rows' | 'failed_rows' | 'skipped_rows' | 'unknown_rows' | 'base_worked' | 'base_bad' | 'stop_percent'
>

export const workedRows = (job: Counted) =>
  job.done_rows + job.failed_rows + job.skipped_rows + job.unknown_rows
/** Rows nobody wants more of: those of unknown end as well, for a server that answers nothing must not be asked on. */
export const badRows = (job: Counted) => job.failed_rows + job.unknown_rows

/**
 * Whether so many of the rows worked on since the last resume went wrong that it should stop: 5 of the first 100, say. A
 * stage that allows more of its rows to fail is not stopped before they do.
 */
export function isOverFailureLimit(
  job: Counted,
  { mostFailedPercent = 0 }: Pick<JobStage, 'mostFailedPercent'> = {},
): boolean {
  const worked = Math.max(workedRows(job) - job.base_worked, LEAST_COUNTED)
  const bad = badRows(job) - job.base_bad
  return bad * 100 >= job.stop_percent * worked && bad * 100 > mostFailedPercent * worked
}
