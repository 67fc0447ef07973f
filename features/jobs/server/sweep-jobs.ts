import { uuidv7Floor } from '@qd/server-kit'
import { sql } from 'kysely'
import type { UseCaseDeps } from './jobs-deps.ts'
import { moveJob } from './move-job.ts'
import { ENDED_STATES } from '../contract/index.ts'
import { deleteChunks } from './write-chunks.ts'

const DAY_MS = 86_400_000
/** Ended jobs are shown for so long. */
export const KEPT_MS = 90 * DAY_MS
/** A job nobody resumed for so long is given up. */
export const PAUSED_MS = 60 * DAY_MS
/** A start that takes longer than this has died. */
const STARTING_MS = 3_600_000
/** What the names of their leases begin with. */
const LEASE = 'job:'

type SweepDeps = Pick<UseCaseDeps, 'store' | 'nowMs'>

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

/** Output of jobs that are gone, one job a write. */
async function forgetOutput({ store }: SweepDeps): Promise<void> {
  const left = await store.read
    .selectFrom('job_output_head')
    .leftJoin('job', 'job.id', 'job_output_head.job_id')
    .select('job_output_head.job_id')
    .where('job.id', 'is', null)
    .execute()
  for (const { job_id } of left) {
    await store.write(async (tx) => {
      await tx.deleteFrom('job_output').where('job_id', '=', job_id).execute()
      await tx.deleteFrom('job_output_head').where('job_id', '=', job_id).execute()
    })
  }
}

/** Gives up jobs that stood still for long, forgets those that ended long ago, and the rows of jobs whose start never came to its end. */
export async function sweepJobs(deps: SweepDeps): Promise<void> {
  const { store, nowMs } = deps
  await giveUpPaused(deps)
  await store.write(async (tx) => {
    await tx
      .deleteFrom('job')
      .where('state', 'in', ENDED_STATES)
      .where('ended_at', '<', nowMs() - KEPT_MS)
      .execute()
    await sql`delete from lease where substr(name, 1, ${sql.lit(LEASE.length)}) = ${sql.lit(LEASE)}
      and not exists (select 1 from job where job.id = substr(lease.name, ${sql.lit(LEASE.length + 1)}))`.execute(
      tx,
    )
  })
  const orphans = await store.read
    .selectFrom('job_chunk')
    .leftJoin('job', 'job.id', 'job_chunk.job_id')
    .select('job_chunk.job_id')
    .distinct()
    .where('job.id', 'is', null)
    .where('job_chunk.job_id', '<', uuidv7Floor(nowMs() - STARTING_MS))
    .execute()
  for (const { job_id } of orphans) await deleteChunks(store, job_id)
  await forgetOutput(deps)
}
