import { publishWith } from '@qd/store'
import type { Kysely, UpdateObject } from 'kysely'
import { JOB_MOVES } from '../contract/index.ts'
import type { JobMove, JobState } from '../contract/index.ts'
import { JOBS_TOPIC, newsOf } from './job-news.ts'
import type { JobTables, StoredJob } from './job-tables.ts'

export type JobChange = Omit<UpdateObject<JobTables, 'job'>, 'state' | 'updated_at'>

/** What a job that goes on leaves behind. */
export const AFRESH = {
  why: '',
  fault: '',
  tries: 0,
  not_before: 0,
  lost_places: null,
  cancelled_by: null,
  ended_at: null,
} as const satisfies JobChange

/** A node that dies before it has done what it was asked for was in the middle of a chunk. */
const ASKED: ReadonlySet<JobMove> = new Set(['askPause', 'askCancel'])

/**
 * Moves a job to its next state and tells every node; one conditional statement, so that of two who move it at
 * once the second finds the state changed. Undefined when the move is not allowed from where the job is, or when it is at
 * another stage.
 */
export async function moveJob(
  tx: Kysely<JobTables>,
  jobId: string,
  move: JobMove,
  { nowMs, atStage, ...change }: JobChange & { nowMs: number; atStage?: number },
): Promise<StoredJob | undefined> {
  const ways = Object.entries(JOB_MOVES[move]) as [JobState, JobState][]
  const [first, ...rest] = ways
  let update = tx
    .updateTable('job')
    .set((eb) => {
      let state = eb.case().when('state', '=', first![0]).then(first![1])
      for (const [from, to] of rest) state = state.when('state', '=', from).then(to)
      const touched = eb.case().when('state', '=', 'running').then(1).else(eb.ref('is_touched')).end()
      return {
        ...(ASKED.has(move) ? { is_touched: touched } : {}),
        ...change,
        state: state.else(eb.ref('state')).end(),
        updated_at: nowMs,
      } as UpdateObject<JobTables, 'job'>
    })
    .where('id', '=', jobId)
    .where(
      'state',
      'in',
      ways.map(([from]) => from),
    )
  if (atStage !== undefined) update = update.where('stage', '=', atStage)
  const job = await update.returningAll().executeTakeFirst()
  if (job !== undefined) publishWith(tx, JOBS_TOPIC, JSON.stringify(newsOf(job)))
  return job
}
