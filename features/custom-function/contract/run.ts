import { defineJob, defineRoute, defineSchedule, scheduleTiming, schemas, z } from '@qd/contract-kit'
import { functionApproval, functionListApproval, functionScheduleApproval } from './approvals.ts'
import { runFunction, runFunctionOnMany } from './permissions.ts'
import {
  atTarget,
  functionKey,
  functionParams,
  functionRef,
  functionTarget,
  plannedStep,
  risk,
  stepResult,
} from './shapes.ts'

const on = { method: 'POST', level: 3, query: functionTarget, target: atTarget } as const

/** A dry run is good for one run, or several, in this time. */
export const DRY_RUN_GOOD_MS = 600_000
export const MAX_PLAYERS_OF_JOB = 100_000
/** A uId has 19 digits at most. */
const LINE_BYTES = 24
/** Values of parameters: a rule of a few hundred rows is a parameter too. */
const PARAMS_BYTES = 1_048_576

/**
 * What the function would do to this player (`query.uId`) or server, without doing it. Later patches see the
 * earlier ones; what a command or message would change is not known, see `isUnsure`.
 */
export const dryRunFunction = defineRoute({
  ...on,
  path: '/adjust/function/dryRun',
  title: 'custom-function.dryRun',
  permission: runFunction,
  risk: 'R0',
  bodyLimit: PARAMS_BYTES,
  body: z.object({ function: functionRef, params: functionParams }),
  reply: z.object({
    dryRunId: z.string(),
    /** ms UTC; afterwards `run` wants a new one. */
    goodUntil: z.number(),
    /** What the run will weigh: R3 and R4 ask for a reason and, in production, the typed name. */
    risk,
    /** What to type then: the uId or the server's name. */
    confirmName: z.string(),
    /** False: a step failed, a run would stop there too. */
    isRunnable: z.boolean(),
    steps: z.array(plannedStep),
  }),
})

export const runStatus = z.enum(['done', 'failed', 'unknown', 'running'])

export const functionRun = z.object({
  id: z.string(),
  at: z.number(),
  by: z.string(),
  function: functionRef,
  title: z.string(),
  /** Empty when no player was meant. */
  uId: z.string(),
  sId: z.int(),
  reason: z.string(),
  /** Without those of sensitive parameters. */
  params: functionParams,
  status: runStatus,
  steps: z.array(stepResult),
  /** Of a run on a list. */
  jobId: z.nullable(z.string()),
})
export type FunctionRun = z.infer<typeof functionRun>

/**
 * Runs a function on a player (`query.uId`) or server. A step that fails ends the run: the answer is still
 * 200, with what was done before it. `unknown`: the same call with the same key asks again, nothing happens twice.
 * From R2 on a reason is needed.
 */
export const runFunctionNow = defineRoute({
  ...on,
  path: '/adjust/function/run',
  title: 'custom-function.run',
  approval: functionApproval,
  permission: runFunction,
  risk: 'R1',
  // What the function declares, which the caller may not know yet.
  risesTo: 'R4',
  confirms: 'named',
  subject: ({ body, query }) => query.uId ?? body.function.id,
  audit: ({ body }) => ({
    function: body.function,
    dryRunId: body.dryRunId ?? '',
    idempotencyKey: body.idempotencyKey,
  }),
  bodyLimit: PARAMS_BYTES,
  body: z.object({
    function: functionRef,
    params: functionParams,
    /** Of `dryRunFunction`; needed where the entry says `needsDryRun`. */
    dryRunId: z.optional(z.string().check(z.maxLength(64))),
    ...schemas.confirmation,
    idempotencyKey: schemas.idempotencyKey,
  }),
  reply: z.object({
    runId: z.string(),
    status: runStatus,
    steps: z.array(stepResult),
    replayed: z.boolean(),
  }),
})

/**
 * Runs a function that needs a player on each player of a list, as a job `#/jobs/<jobId>`. The list is the text of the
 * call: a uId a line, all of this server; empty lines mean nothing, duplicates count once.
 */
export const runFunctionOnList = defineRoute({
  ...on,
  path: '/adjust/function/runMany',
  title: 'custom-function.runMany',
  approval: functionListApproval,
  permission: runFunctionOnMany,
  risk: 'R3',
  // For a function of R4; the proof covers the list too.
  stepUp: 'sometimes',
  needsReason: true,
  subject: ({ body }) => body.function.id,
  audit: ({ body }) => ({ function: body.function, idempotencyKey: body.idempotencyKey }),
  bodyLimit: PARAMS_BYTES,
  textLimit: MAX_PLAYERS_OF_JOB * LINE_BYTES,
  body: z.object({
    function: functionRef,
    params: functionParams,
    ...schemas.confirmation,
    idempotencyKey: schemas.idempotencyKey,
  }),
  reply: z.object({ jobId: z.string(), players: z.int(), replayed: z.boolean() }),
})

/** What was run on this server, or on this player with `query.uId`, newest first; `before` is an id of the last page. */
export const functionRuns = defineRoute({
  ...on,
  path: '/adjust/function/runs',
  title: 'custom-function.runs',
  permission: runFunction,
  risk: 'R0',
  body: z.object({
    function: z.optional(functionKey),
    before: z.optional(z.string().check(z.maxLength(64))),
    limit: z.optional(z.int().check(z.gte(1), z.lte(100))),
  }),
  reply: z.object({ list: z.array(functionRun), more: z.boolean() }),
})

/** The job behind `runFunctionOnList`; its rows are players. */
export const functionJob = defineJob({
  name: 'custom-function.run',
  title: 'custom-function.job',
  permission: runFunctionOnMany,
  risk: 'R3',
  params: z.object({ function: functionRef, params: functionParams }),
  /** `onServer`: the one row is the server itself. */
  input: z.object({ onServer: z.optional(z.boolean()) }),
})

/**
 * Runs a function at set times, on a list of players or, where it needs none, on the server; each time as a job of its own
 * in the name of the caller, in the version named here. The list is the text of the call, as for `runFunctionOnList`.
 */
export const scheduleFunction = defineRoute({
  ...on,
  path: '/adjust/function/schedule',
  title: 'custom-function.schedule',
  approval: functionScheduleApproval,
  permission: runFunctionOnMany,
  risk: 'R3',
  // For a function of R4; the proof covers the list too.
  stepUp: 'sometimes',
  needsReason: true,
  subject: ({ body }) => body.function.id,
  audit: ({ body }) => ({ function: body.function, idempotencyKey: body.idempotencyKey }),
  bodyLimit: PARAMS_BYTES,
  textLimit: MAX_PLAYERS_OF_JOB * LINE_BYTES,
  body: z.object({
    function: functionRef,
    params: functionParams,
    timing: scheduleTiming,
    ...schemas.confirmation,
    idempotencyKey: schemas.idempotencyKey,
  }),
  reply: z.object({
    scheduleId: z.string(),
    /** Null: the entry was made before, and has no time to come. */
    nextAt: z.nullable(z.number()),
    /** 0: it runs on the server. */
    players: z.int(),
    replayed: z.boolean(),
  }),
})

/** The entry behind `scheduleFunction`. */
export const functionSchedule = defineSchedule({
  name: 'custom-function.run',
  title: 'custom-function.scheduled',
  permission: runFunctionOnMany,
  risk: 'R3',
  mayOverlap: true,
  params: z.object({
    function: functionRef,
    params: functionParams,
    /** uIds; null: on the server. */
    players: z.nullable(z.array(z.string())),
  }),
})
