import { defineChannel, z } from '@qd/contract-kit'
import { jobState } from './job-state.ts'
import { jobCounters, jobWhy } from './job-view.ts'

/** Progress and changes of state of one job, or of all the subscriber may see; about four a second and job. */
export const jobsChannel = defineChannel({
  name: 'jobs',
  title: 'jobs.live',
  permission: 'session',
  level: 0,
  open: z.object({ jobId: z.optional(z.string().check(z.maxLength(64))) }),
  event: z.object({
    jobId: z.string(),
    name: z.string(),
    state: jobState,
    why: jobWhy,
    counters: jobCounters,
    isPreparing: z.boolean(),
    stage: z.int(),
    /** Where its output ends, when lines were added. */
    output: z.optional(z.int()),
    isMine: z.boolean(),
  }),
})
