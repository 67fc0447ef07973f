import { schemas, z } from '@qd/contract-kit'
import { jobState } from './job-state.ts'

/** Why a job stands still, or waits before it goes on; empty where somebody asked for it. */
export const jobWhy = z.enum([
  '',
  'server_down',
  'maintenance',
  'too_many_failures',
  'rights_lost',
  'place_gone',
  'password_needed',
  'chunk_timeout',
  /** Between two stages: until a time, until somebody says so, or because too many rows of the stage failed. */
  'stage_wait',
  'stage_go',
  'stage_failed',
])
export type JobWhy = z.infer<typeof jobWhy>

/** Rows by how they ended; what is left of `total` was not worked on. */
export const jobCounters = z.object({
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  skipped: z.int(),
  unknown: z.int(),
})
export type JobCounters = z.infer<typeof jobCounters>

export const jobView = z.object({
  id: z.string(),
  kind: z.string(),
  /** In the caller's language. */
  kindTitle: z.string(),
  name: z.string(),
  state: jobState,
  why: jobWhy,
  counters: jobCounters,
  /** Its rows are still being read; `counters.total` are those read so far. */
  isPreparing: z.boolean(),
  /** Which stage it is at, from 0. */
  stage: z.int(),
  ownerId: z.string(),
  /** User name in whose name it runs. */
  owner: z.string(),
  isMine: z.boolean(),
  /** Scope path of its place. */
  scope: z.string(),
  /** Names from the operator down, with the number of a server; what has no name any more by its code. */
  placeName: z.array(z.string()),
  environment: z.nullable(schemas.environment),
  createdAt: z.number(),
  startedAt: z.nullable(z.number()),
  endedAt: z.nullable(z.number()),
  updatedAt: z.number(),
})
export type JobView = z.infer<typeof jobView>

export const jobDetail = z.extend(jobView, {
  reason: z.string(),
  requestId: z.string(),
  /** A sentence of what stopped it for good; empty otherwise. */
  fault: z.string(),
  /** Per cent of failed rows at which it pauses by itself. */
  stopPercent: z.int(),
  /** Rows expected of a list that is still being read; null: all are there. */
  expectedRows: z.nullable(z.int()),
  /** The first stages and the rest, with their counters; empty: no stages. */
  stages: z.array(
    z.object({
      /** Null: all that is left. */
      rows: z.nullable(z.int()),
      waitMs: z.int(),
      needsGo: z.boolean(),
      mostFailedPercent: z.nullable(z.int()),
    }),
  ),
  /** Scope paths and names of the places its rows lie at; empty: all lie at its own. */
  places: z.array(z.object({ scope: z.string(), name: z.array(z.string()) })),
  /** Names of those whose rows cannot be worked on: gone, or the owner lost the right there. */
  lostPlaces: z.array(z.array(z.string())),
  /** When it tries again, or goes on to the next stage, by itself, ms UTC; null: no wait. */
  nextTryAt: z.nullable(z.number()),
  /** What all rows share, for people, in the caller's language. */
  facts: z.array(
    z.object({
      label: z.string(),
      value: z.string(),
      /** Another job the value speaks of. */
      jobId: z.optional(z.string()),
    }),
  ),
  /** What the caller may do now. */
  may: z.object({
    pause: z.boolean(),
    resume: z.boolean(),
    cancel: z.boolean(),
    /** Go on to the next stage. */
    goOn: z.boolean(),
    retryFailed: z.boolean(),
    askUnknown: z.boolean(),
  }),
})
export type JobDetail = z.infer<typeof jobDetail>

/** `open`: not worked on (yet). */
export const rowState = z.enum(['open', 'done', 'failed', 'skipped', 'unknown'])
export type RowState = z.infer<typeof rowState>

export const jobRowView = z.object({
  /** From 0, in the order given. */
  seq: z.int(),
  key: z.string(),
  state: rowState,
  code: z.string(),
  msg: z.string(),
  field: z.string(),
})
export type JobRowView = z.infer<typeof jobRowView>

export const jobOutputLine = z.object({
  /** From 0, in the order given; numbers are missing where lines were dropped. */
  n: z.int(),
  at: z.number(),
  /** `event`: JSON for a page; `gap`: a node ended here, some lines before may be missing. */
  kind: z.enum(['line', 'event', 'gap']),
  body: z.string(),
})
export type JobOutputLine = z.infer<typeof jobOutputLine>
