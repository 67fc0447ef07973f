import { WITH_TOKENS, defineRoute, schemas, z } from '@qd/contract-kit'
import { jobState } from './job-state.ts'
import { jobDetail, jobOutputLine, jobRowView, jobView, rowState } from './job-view.ts'

const jobId = z.string().check(z.minLength(1), z.maxLength(64))
const limit = z.optional(z.int().check(z.gte(1), z.lte(500)))
const own = { permission: 'session', sessionKinds: WITH_TOKENS, level: 0, scopeRule: 'reach' } as const
const command = {
  ...own,
  method: 'POST',
  body: z.object({ jobId }),
  subject: ({ body }: { body: { jobId: string } }) => body.jobId,
  reply: jobDetail,
} as const

/** Own jobs, and those of others at places where the caller may read jobs; newest first. */
export const jobList = defineRoute({
  ...own,
  method: 'POST',
  path: '/platform/job/list',
  title: 'jobs.list',
  risk: 'R0',
  body: z.object({
    states: z.optional(z.array(jobState).check(z.maxLength(9))),
    kind: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    owner: z.optional(z.enum(['mine', 'all'])),
    /** Only older ones: `next` of the last answer. */
    before: z.optional(jobId),
    limit,
  }),
  reply: z.object({
    list: z.array(jobView),
    next: z.nullable(z.string()),
    /** Kinds the program knows, to choose from. */
    kinds: z.array(z.object({ kind: z.string(), title: z.string() })),
  }),
})

export const jobGet = defineRoute({ ...command, path: '/platform/job/get', title: 'jobs.get', risk: 'R0' })

/** Rows in the order given; one answer takes a fraction of a second, so a rare match may need several. */
export const jobRows = defineRoute({
  ...own,
  method: 'POST',
  path: '/platform/job/rows',
  title: 'jobs.rows',
  risk: 'R0',
  body: z.object({
    jobId,
    state: z.optional(rowState),
    /** Part of the key. */
    search: z.optional(z.string().check(z.maxLength(200))),
    /** Only rows behind this `seq`: `next` of the last answer. */
    after: z.optional(schemas.position),
    limit,
  }),
  reply: z.object({ list: z.array(jobRowView), next: z.nullable(z.int()) }),
})

/** Lines and events a job gives while it works; the `jobs` channel says when there are more. */
export const jobOutput = defineRoute({
  ...own,
  method: 'POST',
  path: '/platform/job/output',
  title: 'jobs.output',
  risk: 'R0',
  body: z.object({
    jobId,
    /** Only from this `n` on: `next` of the last answer. */
    after: z.optional(schemas.position),
    /** Without `after`: the last lines. */
    fromEnd: z.optional(z.boolean()),
    limit,
  }),
  reply: z.object({
    list: z.array(jobOutputLine),
    next: z.int(),
    /** Number of the next line there will be. */
    end: z.int(),
    /** Lines that are not kept any more. */
    dropped: z.int(),
  }),
})

export const jobPause = defineRoute({
  ...command,
  path: '/platform/job/pause',
  title: 'jobs.pause',
  risk: 'R1',
})
export const jobResume = defineRoute({
  ...command,
  path: '/platform/job/resume',
  title: 'jobs.resume',
  risk: 'R2',
})
/** On from the stage the caller has seen; said twice, it goes on once. */
export const jobGoOn = defineRoute({
  ...own,
  method: 'POST',
  path: '/platform/job/go-on',
  title: 'jobs.goOn',
  risk: 'R2',
  body: z.object({ jobId, stage: schemas.revision }),
  subject: ({ body }) => body.jobId,
  audit: ({ body }) => ({ stage: body.stage }),
  reply: jobDetail,
})
/** Rows that are done stay done. */
export const jobCancel = defineRoute({
  ...command,
  path: '/platform/job/cancel',
  title: 'jobs.cancel',
  risk: 'R2',
})

/**
 * `failed`: tried anew. `unknown`: asked again what came of them, never sent twice. From then on the job runs
 * in the name of the caller.
 */
export const jobRetry = defineRoute({
  ...own,
  method: 'POST',
  path: '/platform/job/retry',
  title: 'jobs.retry',
  risk: 'R2',
  // When its start asked for a proof.
  stepUp: 'sometimes',
  body: z.object({ jobId, which: z.enum(['failed', 'unknown']) }),
  subject: ({ body }) => body.jobId,
  audit: ({ body }) => ({ which: body.which }),
  reply: jobDetail,
})

/** CSV of all rows and what came of them. */
export const jobResult = defineRoute({
  ...own,
  method: 'POST',
  path: '/platform/job/result',
  title: 'jobs.result',
  risk: 'R2',
  body: z.object({ jobId, state: z.optional(rowState) }),
  subject: ({ body }) => body.jobId,
  audit: ({ body }) => ({ rows: body.state ?? 'all' }),
  reply: z.unknown(),
  raw: true,
})

/** What the audit calls the end of a job, which no call brings about. */
export const JOB_ENDED = 'jobs.ended'
