import type { Grant } from '@qd/contract-kit'
import type { Caller, JobStage, JobTitle, ServerFeature } from '@qd/server-kit'
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
import { allDone, countedRows, tallyFeature } from './tally-feature.ts'
import type { PrepareTally, RunTally } from './tally-feature.ts'

export const worldMigrations = [...leaseMigrations, ...jobMigrations]

export const LINE = 'northwind-test'
let keys = 0
export const freshKey = () => `jobs-key-${++keys}`

export interface StartOptions {
  idempotencyKey?: string
  stopAt?: number
  lineId?: string
  title?: JobTitle
  isLong?: boolean
  source?: number
  sIds?: number[]
  stages?: JobStage[]
}

export interface WorldOptions {
  runChunk?: RunTally
  prepare?: PrepareTally
  chunkSize?: number
  chunkTimeoutMs?: number
  resumable?: false
  timing?: JobsDeps['timing']
  outputLimits?: JobsDeps['outputLimits']
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
  const notices: { kind: string; params: object; page: string; to: readonly string[] | 'holders' }[] = []
  const runner = { runChunk: options.runChunk ?? allDone, prepare: options.prepare ?? countedRows }
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
    notifications: {
      tell: async (_tx, { kind, params, page = '' }, to) => {
        notices.push({ kind: kind.name, params, page, to })
      },
    },
    log: {
      error(detail) {
        logged.push(detail)
        options.onLog?.(detail)
      },
    },
    outputLimits: options.outputLimits,
    timing: { pollMs: 20, backOffMs: 1, drainMs: 200, ...options.timing },
    ...(options.nowMs === undefined ? {} : { nowMs: options.nowMs }),
  })
  const test: ServerFeature = tallyFeature(
    () => jobs.port,
    {
      ...(options.chunkSize === undefined ? {} : { chunkSize: options.chunkSize }),
      ...(options.chunkTimeoutMs === undefined ? {} : { chunkTimeoutMs: options.chunkTimeoutMs }),
      ...(options.resumable === undefined ? {} : { resumable: options.resumable }),
      runChunk: (rows, run) => runner.runChunk(rows, run),
      prepare: (from, run, cursor) => runner.prepare(from, run, cursor),
    },
    scope,
  )
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
    /** Says that somebody's rights may have changed. */
    tellRights() {
      for (const hear of hearers) hear()
    },
    /** Ends all API tokens, and tells so as the session feature does. */
    revokeTokens() {
      tokens.clear()
      for (const hear of hearers) hear()
    },
    servers,
    notices,
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
      rest: StartOptions = {},
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
