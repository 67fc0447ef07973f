import { uuidv7Floor } from '@qd/server-kit'
import type { UseCaseDeps } from './jobs-deps.ts'
import { moveJob } from './move-job.ts'
import { ENDED_STATES } from '../contract/index.ts'

const DAY_MS = 86_400_000
/** Ended jobs are shown for so long. */
export const KEPT_MS = 90 * DAY_MS
/** A job nobody resumed for so long is given up. */
export const PAUSED_MS = 60 * DAY_MS
/** A start that takes longer than this has died. */
const STARTING_MS = 3_600_000
const CHUNKS_PER_WRITE = 500

type SweepDeps = Pick<UseCaseDeps, 'store' | 'nowMs'>

async function deleteChunks({ store }: SweepDeps, jobId: string): Promise<void> {
  for (let from = 0; ; from += CHUNKS_PER_WRITE) {
    const rest = await store.read
      .selectFrom('job_chunk')
      .select('n')
      .where('job_id', '=', jobId)
      .where('n', '>=', from)
      .limit(1)
      .executeTakeFirst()
    if (rest === undefined) return
    await store.write(async (tx) => {
      for (const table of ['job_chunk', 'job_chunk_rows'] as const) {
        await tx
          .deleteFrom(table)
          .where('job_id', '=', jobId)
          .where('n', '>=', from)
          .where('n', '<', from + CHUNKS_PER_WRITE)
          .execute()
      }
    })
  }
}

/** Cancels jobs that stood still for too long, as somebody would: a node ends them with a row in the audit. */
async function giveUpPaused({ store, nowMs }: SweepDeps): Promise<void> {
  const still = await store.read
    .selectFrom('job')
    .select('id')
    .where('state', '=', 'paused')
    .where('updated_at', '<', nowMs() - PAUSED_MS)
    .execute()
  for (const { id } of still) {
    await store.write((tx) => moveJob(tx, id, 'askCancel', { nowMs: nowMs(), not_before: 0 }))
  }
}

/** Gives up jobs that stood still for long, forgets those that ended long ago, and the rows of jobs whose start never came to its end. */
export async function sweepJobs(deps: SweepDeps): Promise<void> {
  const { store, nowMs } = deps
  await giveUpPaused(deps)
  await store.write((tx) =>
    tx
      .deleteFrom('job')
      .where('state', 'in', ENDED_STATES)
      .where('ended_at', '<', nowMs() - KEPT_MS)
      .execute(),
  )
  const orphans = await store.read
    .selectFrom('job_chunk')
    .leftJoin('job', 'job.id', 'job_chunk.job_id')
    .select('job_chunk.job_id')
    .distinct()
    .where('job.id', 'is', null)
    .where('job_chunk.job_id', '<', uuidv7Floor(nowMs() - STARTING_MS))
    .execute()
  for (const { job_id } of orphans) await deleteChunks(deps, job_id)
}
