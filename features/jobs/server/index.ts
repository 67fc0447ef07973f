import type { RouteInput, RouteReply } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import { serve } from '@qd/server-kit'
import type { Caller, JobResult, JobsPort, ServedRoute, ServerFeature } from '@qd/server-kit'
import { createLeases } from '@qd/store'
import * as contract from '../contract/index.ts'
import { cancelJob, cancelJobCall, goOnJob, pauseJob, resumeJob } from './calls/control-job.ts'
import { endingsOfJobs } from './calls/job-endings.ts'
import type { JobEnding } from './calls/job-endings.ts'
import { resultOfJob } from './calls/job-result.ts'
import { standingOfJobs } from './calls/job-standing.ts'
import { listJobs } from './calls/list-jobs.ts'
import { listRows } from './calls/list-rows.ts'
import { outputOf, readOutput } from './calls/read-output.ts'
import { sendResult } from './calls/result-file.ts'
import { retryJob } from './calls/retry-job.ts'
import { detailOf } from './calls/show-job.ts'
import { findJob } from './calls/visible-jobs.ts'
import { createJobEngine } from './engine/create-engine.ts'
import { JOB_TIMING } from './jobs-deps.ts'
import type { UseCaseDeps, JobsDeps } from './jobs-deps.ts'
import { titlesOfJobs } from './job-title.ts'
import { serveJobNews } from './serve-news.ts'
import { startedWith, startJob } from './start-job.ts'
import { JOB_HAS_ENDED, JOB_PAUSED } from './tell-owner.ts'
import { sweepJobs } from './sweep-jobs.ts'

export type { JobsDeps } from './jobs-deps.ts'
export { jobMigrations } from './job-migrations.ts'
export type { JobTables } from './job-tables.ts'

export interface JobsFeature extends ServerFeature {
  /** For features that start jobs. */
  port: JobsPort
  /** How far jobs are, by their ids; of those the caller may see. */
  standingOf(caller: Caller, ids: readonly string[]): Promise<ReadonlyMap<string, contract.JobCounters>>
  /** How jobs stand, by their ids, for the program that started them. */
  endingsOf(ids: readonly string[]): Promise<ReadonlyMap<string, JobEnding>>
  /** What a job came to, where its kind counts other things than rows. */
  resultOf(jobId: string): Promise<JobResult | null>
  /** Ends a job at its next row, whoever owns it, for the program that started it; one that has ended stays as it is. */
  cancel(jobId: string, byUserId: string): Promise<void>
  /** Whether a veto took back the approval it was started with. */
  isVetoed(jobId: string): Promise<boolean>
  /** What a job says, for the program that started it. */
  outputOf(
    cursor: RouteInput<typeof contract.jobOutput>['body'],
  ): Promise<RouteReply<typeof contract.jobOutput>>
  /** What jobs are called, by their ids. */
  titlesOf(ids: readonly string[], lang: Language): Promise<ReadonlyMap<string, string>>
  start(): Promise<void>
  stop(): Promise<void>
}

function jobRoutes(deps: UseCaseDeps): ServedRoute[] {
  return [
    serve(contract.jobList, ({ body }, ctx) => listJobs(deps, body, ctx)),
    serve(contract.jobGet, async ({ body }, ctx) =>
      detailOf(deps, ctx, await findJob(deps, ctx.caller, body.jobId)),
    ),
    serve(contract.jobRows, ({ body }, ctx) => listRows(deps, body, ctx.caller)),
    serve(contract.jobOutput, ({ body }, ctx) => readOutput(deps, body, ctx.caller)),
    serve(contract.jobPause, {
      effect: 'store',
      handle: ({ body }, ctx) => pauseJob(deps, body.jobId, ctx),
    }),
    serve(contract.jobResume, {
      effect: 'store',
      handle: ({ body }, ctx) => resumeJob(deps, body.jobId, ctx),
    }),
    serve(contract.jobGoOn, { effect: 'store', handle: ({ body }, ctx) => goOnJob(deps, body, ctx) }),
    serve(contract.jobCancel, {
      effect: 'store',
      handle: ({ body }, ctx) => cancelJobCall(deps, body.jobId, ctx),
    }),
    serve(contract.jobRetry, { effect: 'store', handle: ({ body }, ctx) => retryJob(deps, body, ctx) }),
    serve(contract.jobResult, ({ body }, ctx) => sendResult(deps, body, ctx)),
  ]
}

/** Work on many rows that any node goes on with, and its page. */
export function createJobsFeature(given: JobsDeps): JobsFeature {
  const deps: UseCaseDeps = {
    ...given,
    nowMs: given.nowMs ?? Date.now,
    isVetoed: given.isVetoed ?? (async () => false),
    timing: { ...JOB_TIMING, ...given.timing },
    leases: createLeases(given.store),
    kindOf: (name) => given.kinds().find(({ job }) => job.name === name),
  }
  const engine = createJobEngine(deps)
  return {
    name: 'jobs',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: jobRoutes(deps),
    channels: [serveJobNews(deps)],
    permissions: [contract.readJobs, contract.controlJobs],
    cancel: (jobId, byUserId) => cancelJob(deps, jobId, byUserId),
    isVetoed: (jobId) => deps.isVetoed(jobId),
    standingOf: (caller, ids) => standingOfJobs(deps, caller, ids),
    endingsOf: (ids) => endingsOfJobs(deps, ids),
    resultOf: (jobId) => resultOfJob(deps, jobId),
    outputOf: (cursor) => outputOf(deps, cursor),
    titlesOf: (ids, lang) => titlesOfJobs(deps, ids, lang),
    port: {
      start: (ctx, order) => startJob(deps, ctx, order as never),
      startedWith: (caller, key) => startedWith(deps, caller, key),
    },
    systemSchedules: [
      {
        name: 'jobs.retention',
        title: 'jobs.retention',
        rule: { kind: 'daily', at: '03:20' },
        run: () => sweepJobs(deps),
      },
    ],
    notifications: [JOB_HAS_ENDED, JOB_PAUSED],
    async start() {
      engine.start()
    },
    stop: () => engine.stop(),
  }
}
