import type { StoredJob } from './job-tables.ts'

/** Fewer rows say nothing about the rest. */
export const LEAST_WORKED = 20

type Counted = Pick<
  StoredJob,
  'done_rows' | 'failed_rows' | 'skipped_rows' | 'unknown_rows' | 'base_worked' | 'base_bad' | 'stop_percent'
>

export const workedRows = (job: Counted) =>
  job.done_rows + job.failed_rows + job.skipped_rows + job.unknown_rows
/** Rows nobody wants more of: those of unknown end as well, for a server that answers nothing must not be asked on. */
export const badRows = (job: Counted) => job.failed_rows + job.unknown_rows

/** Whether so many of the rows worked on since the last resume went wrong that it should stop. */
export function isOverFailureLimit(job: Counted): boolean {
  const worked = workedRows(job) - job.base_worked
  const bad = badRows(job) - job.base_bad
  return worked >= LEAST_WORKED && bad * 100 >= job.stop_percent * worked
}
