import { serve } from '@qd/server-kit'
import type { JobsPort, ServedRoute, ServerFeature } from '@qd/server-kit'
import { createLeases } from '@qd/store'
import * as contract from '../contract/index.ts'
import { cancelJobCall, pauseJob, resumeJob } from './calls/control-job.ts'
import { listJobs } from './calls/list-jobs.ts'
import { listRows } from './calls/list-rows.ts'
import { sendResult } from './calls/result-file.ts'
import { retryJob } from './calls/retry-job.ts'
import { detailOf } from './calls/show-job.ts'
import { findJob } from './calls/visible-jobs.ts'
import { createJobEngine } from './engine/create-engine.ts'
import { JOB_TIMING } from './jobs-deps.ts'
import type { JobRooms, JobsDeps } from './jobs-deps.ts'
import { serveJobNews } from './serve-news.ts'
import { startJob } from './start-job.ts'
import { sweepJobs } from './sweep-jobs.ts'

export type { JobsDeps } from './jobs-deps.ts'
export { jobMigrations } from './job-migrations.ts'
export type { JobTables } from './job-tables.ts'

const DAY_MS = 86_400_000

export interface JobsFeature extends ServerFeature {
  /** For features that start jobs. */
  port: JobsPort
  start(): Promise<void>
  stop(): Promise<void>
}

function jobRoutes(rooms: JobRooms): ServedRoute[] {
  return [
    serve(contract.jobList, ({ body }, ctx) => listJobs(rooms, ctx, body)),
    serve(contract.jobGet, async ({ body }, ctx) =>
      detailOf(rooms, ctx, await findJob(rooms, ctx.caller, body.jobId)),
    ),
    serve(contract.jobRows, ({ body }, ctx) => listRows(rooms, ctx.caller, body)),
    serve(contract.jobPause, {
      effect: 'store',
      handle: ({ body }, ctx) => pauseJob(rooms, ctx, body.jobId),
    }),
    serve(contract.jobResume, {
      effect: 'store',
      handle: ({ body }, ctx) => resumeJob(rooms, ctx, body.jobId),
    }),
    serve(contract.jobCancel, {
      effect: 'store',
      handle: ({ body }, ctx) => cancelJobCall(rooms, ctx, body.jobId),
    }),
    serve(contract.jobRetry, { effect: 'store', handle: ({ body }, ctx) => retryJob(rooms, ctx, body) }),
    serve(contract.jobResult, ({ body }, ctx) => sendResult(rooms, ctx, body)),
  ]
}

/** Work on many rows that any node goes on with, and its page. */
export function createJobsFeature(deps: JobsDeps): JobsFeature {
  const rooms: JobRooms = {
    ...deps,
    nowMs: deps.nowMs ?? Date.now,
    timing: { ...JOB_TIMING, ...deps.timing },
    leases: createLeases(deps.store),
    kindOf: (name) => deps.kinds().find(({ job }) => job.name === name),
  }
  const engine = createJobEngine(rooms)
  return {
    name: 'jobs',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: jobRoutes(rooms),
    channels: [serveJobNews(rooms)],
    permissions: [contract.readJobs, contract.controlJobs],
    port: { start: (ctx, order) => startJob(rooms, ctx, order as never) },
    cleanUps: [{ name: 'old jobs', everyMs: DAY_MS, run: () => sweepJobs(rooms) }],
    async start() {
      engine.start()
    },
    stop: () => engine.stop(),
  }
}
