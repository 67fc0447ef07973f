import { defineJob, definePermission, defineRoute, schemas, z } from '@qd/contract-kit'
import type { Grant } from '@qd/contract-kit'
import { serve, serveJob } from '@qd/server-kit'
import type { Caller, ChunkOutcome, JobRow, JobRun, JobsPort, JobTitle, ServerFeature } from '@qd/server-kit'
import {
  aCaller,
  aServer,
  createTestApp,
  everything,
  fixedScope,
  recordingAudit,
} from '@qd/server-kit/testing'
import { leaseMigrations } from '@qd/store'
import type { Store } from '@qd/store'
import { createJobsFeature, jobMigrations } from '../index.ts'
import type { JobsDeps, JobTables } from '../index.ts'
import { JOBS_TOPIC } from '../job-news.ts'
import type { StoredJob } from '../job-tables.ts'
import type { JobState } from '../../contract/index.ts'

export const worldMigrations = [...leaseMigrations, ...jobMigrations]

export const runTally = definePermission({
  routerName: 'test',
  code: 'tally',
  type: 'job',
  heldBy: [],
})

export const tallyJob = defineJob({
  name: 'test.tally',
  title: 'jobs.list',
  permission: runTally,
  risk: 'R2',
  params: z.object({ step: z.int() }),
  input: z.int(),
})
export type TallyRow = JobRow<number>

const startTally = defineRoute({
  method: 'POST',
  path: '/platform/test/tally',
  title: 'test.tally',
  permission: runTally,
  level: 2,
  risk: 'R2',
  target: ({ body }) => ({ lineId: body.lineId }),
  body: z.object({
    lineId: z.string(),
    keys: z.array(z.string()),
    idempotencyKey: schemas.idempotencyKey,
    stopAt: z.optional(z.int()),
    title: z.optional(z.unknown()),
  }),
  reply: z.object({ jobId: z.string(), replayed: z.boolean() }),
})

/** Starts jobs of the test's kind, as a feature that has one would. */
export function tallyFeature(
  port: () => JobsPort,
  runner: { chunkSize?: number; chunkTimeoutMs?: number; runChunk: RunTally },
): ServerFeature {
  return {
    name: 'test',
    texts: new URL('../../contract/locales/', import.meta.url),
    jobs: [
      serveJob(tallyJob, {
        ...runner,
        facts: ({ step }) => [{ label: 'step', value: String(step) }],
      }),
    ],
    routes: [
      serve(startTally, {
        effect: 'store',
        handle: ({ body }, ctx) =>
          port().start(ctx, {
            job: tallyJob,
            params: { step: 1 },
            rows: body.keys.map((key, index) => ({ key, input: index })),
            title: (body.title ?? 'tally') as JobTitle,
            reason: 'test',
            idempotencyKey: body.idempotencyKey,
            ...(body.stopAt === undefined ? {} : { stopAtFailedPercent: body.stopAt }),
          }),
      }),
    ],
  }
}

export type RunTally = (rows: readonly TallyRow[], run: JobRun<{ step: number }>) => Promise<ChunkOutcome>

/** Every row is done. */
export const allDone: RunTally = async (rows) => ({ outcomes: rows.map(() => ({ status: 'done' })) })

export const LINE = 'northwind-test'
let keys = 0
export const freshKey = () => `jobs-key-${++keys}`

export interface WorldOptions {
  runChunk?: RunTally
  chunkSize?: number
  chunkTimeoutMs?: number
  timing?: JobsDeps['timing']
  servers?: Parameters<typeof fixedScope>[0]
  nowMs?: () => number
  onLog?: (detail: unknown) => void
}

export type JobsWorld = ReturnType<typeof jobsWorld>

/** The jobs feature and a kind of the test's behind the real guard; people are callers by name. */
export function jobsWorld(anyStore: Store<never>, options: WorldOptions = {}) {
  const store = anyStore.as<JobTables>()
  const audit = recordingAudit(anyStore)
  const people = new Map<string, Caller>()
  const tokens = new Map<string, Caller>()
  const hearers = new Set<() => void>()
  const hearEnds = (listener: () => void) => {
    hearers.add(listener)
    return () => void hearers.delete(listener)
  }
  const servers = [...(options.servers ?? [aServer()])]
  const scope = fixedScope(servers)
  const logged: unknown[] = []
  const runner = { runChunk: options.runChunk ?? allDone }
  const jobs = createJobsFeature({
    store,
    audit,
    callers: {
      of: async (userId) => people.get(userId) ?? null,
      ofToken: async (id) => tokens.get(id) ?? null,
    },
    session: {
      current: async (id) => [...people.values()].find(({ sessionId }) => sessionId === id) ?? null,
      onEnded: (_sessionId, listener) => hearEnds(() => listener('ended')),
      onRightsChanged: (_userId, listener) => hearEnds(listener),
    },
    scope,
    namesOf: (path) => (path === 'lantern' ? [] : ['Lantern', 'Northwind']),
    kinds: () => test.jobs ?? [],
    texts: {
      title: (lang, key) => `${lang}:${key}`,
      text: (lang, key, params = {}) => [`${lang}:${key}`, ...Object.values(params)].join(' '),
      error: (error, lang) => `${lang}:${error.def.code}`,
    },
    log: {
      error(detail) {
        logged.push(detail)
        options.onLog?.(detail)
      },
    },
    timing: { pollMs: 20, backOffMs: 1, drainMs: 200, ...options.timing },
    ...(options.nowMs === undefined ? {} : { nowMs: options.nowMs }),
  })
  const test: ServerFeature = tallyFeature(() => jobs.port, {
    ...(options.chunkSize === undefined ? {} : { chunkSize: options.chunkSize }),
    ...(options.chunkTimeoutMs === undefined ? {} : { chunkTimeoutMs: options.chunkTimeoutMs }),
    runChunk: (rows, run) => runner.runChunk(rows, run),
  })
  const app = createTestApp({ features: [jobs, test], scope, audit, store: anyStore })
  const job = (id: string) =>
    store.read.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const signIn = (name: string, grants: readonly Grant[] = [everything]) => {
    const caller = aCaller(name, grants)
    people.set(caller.userId, caller)
    return app.as(caller)
  }
  return {
    ...app,
    store,
    jobs,
    runner,
    people,
    /** Somebody speaking with an API token of theirs. */
    useToken(name: string, grants: readonly Grant[] = [everything]) {
      // The app of the tests tells callers apart by their names.
      const its = { kind: 'token', username: `${name}, by token`, sessionId: `token-of-${name}` } as const
      const caller: Caller = { ...aCaller(name, grants), ...its }
      tokens.set(caller.sessionId, caller)
      return app.as(caller)
    },
    /** Ends all API tokens, and nobody hears of it. */
    forgetTokens: () => tokens.clear(),
    /** Ends all API tokens, and tells so as the session feature does. */
    revokeTokens() {
      tokens.clear()
      for (const hear of hearers) hear()
    },
    servers,
    logged,
    job,
    signIn,
    auditRows: audit.rows,
    /** Resolves once the job is in one of the states. */
    async until(id: string, ...states: JobState[]): Promise<StoredJob> {
      const { promise, resolve, reject } = Promise.withResolvers<StoredJob>()
      const look = () => void job(id).then((found) => states.includes(found.state) && resolve(found), reject)
      const dispose = store.broadcast.subscribe(JOBS_TOPIC, look)
      look()
      return promise.finally(dispose)
    },
    async startJob(
      as: ReturnType<typeof signIn>,
      rows: number | string[],
      rest: { idempotencyKey?: string; stopAt?: number; lineId?: string; title?: JobTitle } = {},
    ): Promise<string> {
      const names = typeof rows === 'number' ? Array.from({ length: rows }, (_, n) => `row-${n}`) : rows
      const answer = await as.post<{ jobId: string }>('/platform/test/tally', {
        lineId: LINE,
        keys: names,
        idempotencyKey: freshKey(),
        ...rest,
      })
      if (answer.http !== 200) throw new Error(answer.raw)
      return answer.body.data.jobId
    },
  }
}
