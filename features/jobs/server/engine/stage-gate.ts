import type { JobStage } from '@qd/server-kit'
import type { JobWhy } from '../../contract/index.ts'
import { stageEnds } from '../cut-rows.ts'
import type { JobTables, StoredJob } from '../job-tables.ts'
import { stagesOf } from '../stages.ts'
import type { Kysely } from 'kysely'
import type { RunningJob } from './running-job.ts'

/** What a job does at the end of a stage: goes on, waits until a time, or stands still. */
export type AtGate = { job: StoredJob } | { waitUntil: number } | { why: JobWhy }

async function stageRows(read: Kysely<JobTables>, job: StoredJob): Promise<{ worked: number; bad: number }> {
  const ends = stageEnds(stagesOf(job))
  const counted = await read
    .selectFrom('job_chunk')
    .select((eb) => [
      eb.fn.sum<number | null>('done_rows').as('done'),
      eb.fn.sum<number | null>('skipped_rows').as('skipped'),
      eb.fn.sum<number | null>('failed_rows').as('failed'),
      eb.fn.sum<number | null>('unknown_rows').as('unknown'),
    ])
    .where('job_id', '=', job.id)
    .where('first_seq', '>=', ends[job.stage - 1] ?? 0)
    .where('first_seq', '<', ends[job.stage] ?? Infinity)
    .executeTakeFirstOrThrow()
  const { done, skipped, failed, unknown } = counted
  const bad = Number(failed) + Number(unknown)
  return { bad, worked: bad + Number(done) + Number(skipped) }
}

const isOver = ({ mostFailedPercent }: JobStage, { worked, bad }: { worked: number; bad: number }): boolean =>
  mostFailedPercent !== undefined && bad * 100 > mostFailedPercent * worked

/** Goes on with the next stage, under the lease. */
async function nextStage({ deps, lease, jobId }: RunningJob, stage: number): Promise<StoredJob> {
  return deps.store.write(async (tx) => {
    await lease.confirm(tx)
    return tx
      .updateTable('job')
      .set({ stage, gate_until: null, why: '', updated_at: deps.nowMs() })
      .where('id', '=', jobId)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** Looks at the condition and the wait of the stage whose rows are all worked on. */
export async function passGate(running: RunningJob, job: StoredJob, stage: JobStage): Promise<AtGate> {
  const { deps } = running
  if (isOver(stage, await stageRows(deps.store.read, job))) return { why: 'stage_failed' }
  if (stage.needsGo === true) return { why: 'stage_go' }
  const nowMs = deps.nowMs()
  const waitUntil = job.gate_until ?? nowMs + (stage.waitMs ?? 0)
  return waitUntil > nowMs ? { waitUntil } : { job: await nextStage(running, job.stage + 1) }
}
