import { tellFailed } from '../notices.ts'
import type { StoredRun } from '../schedule-tables.ts'
import type { JobStanding, UseCaseDeps } from '../schedules-deps.ts'
import type { Words } from '../words.ts'

/** Runs looked at together. */
const PER_LOOK = 1_000

function wordsFor(job: JobStanding | undefined): Words {
  if (job === undefined) return { text: 'schedules.jobGone' }
  const { total, done, failed } = job
  return { text: 'schedules.jobEnded', params: { total, done, failed } }
}

/** Ends a run with its job; of several nodes that see it, the first one. */
async function endWith(deps: UseCaseDeps, run: StoredRun, job: JobStanding | undefined): Promise<void> {
  const state = job?.isGood === true ? 'done' : 'failed'
  const words = wordsFor(job)
  await deps.store.write(async (tx) => {
    const entry = await tx
      .selectFrom('schedule')
      .selectAll()
      .where('id', '=', run.schedule_id)
      .executeTakeFirst()
    const ended = await tx
      .updateTable('schedule_run')
      .set({ state, words: JSON.stringify(words), ended_at: deps.nowMs() })
      .where('id', '=', run.id)
      .where('state', '=', 'working')
      .returning('id')
      .executeTakeFirst()
    if (ended !== undefined && entry !== undefined && state === 'failed') {
      await tellFailed(deps, tx, { entry, about: run, words })
    }
  })
}

/** Runs that started a job end with it. */
export async function followJobs(deps: UseCaseDeps): Promise<void> {
  let after = ''
  for (;;) {
    const working = await deps.store.read
      .selectFrom('schedule_run')
      .selectAll()
      .where('state', '=', 'working')
      .where('id', '>', after)
      .orderBy('id')
      .limit(PER_LOOK)
      .execute()
    const last = working.at(-1)
    if (last === undefined) return
    const jobs = await deps.jobsOf(working.flatMap(({ job_id: id }) => (id === null ? [] : [id])))
    for (const run of working) {
      const job = jobs.get(run.job_id ?? '')
      if (job?.isOpen !== true) await endWith(deps, run, job)
    }
    if (working.length < PER_LOOK) return
    after = last.id
  }
}
