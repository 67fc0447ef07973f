import { parseJsonText } from '@qd/canonical-json'
import type { JobResult } from '@qd/server-kit'
import type { UseCaseDeps } from '../jobs-deps.ts'

/** What a job came to in the words of its kind; null: its rows say it, or it is gone. */
export async function resultOfJob(
  deps: Pick<UseCaseDeps, 'store' | 'kindOf'>,
  jobId: string,
): Promise<JobResult | null> {
  const job = await deps.store.read
    .selectFrom('job')
    .select(['kind', 'params'])
    .where('id', '=', jobId)
    .executeTakeFirst()
  if (job === undefined) return null
  const runner = deps.kindOf(job.kind)?.runner
  return (await runner?.resultOf?.(parseJsonText(job.params) as never)) ?? null
}
