import { defineJob, defineRoute, schemas, z } from '@qd/contract-kit'
import { botsLoad } from './load.ts'
import { runBots } from './permissions.ts'
import { botsReport, botsRun, botsTick } from './report.ts'

/** Largest scenario with its values, bytes of JSON. */
export const SCENARIO_BYTES = 1_048_576
const jobId = z.string().check(z.minLength(1), z.maxLength(64))
const at = z.object({ sId: schemas.sIdNumber, lineId: z.optional(schemas.shortText) })
const values = z.record(z.string().check(z.maxLength(100)), z.unknown())

/** Plays a scenario with many clients on one server. */
export const botsJob = defineJob({
  name: 'simulator.bots',
  title: 'bots.job',
  permission: runBots,
  risk: 'R2',
  params: z.object({
    scenario: z.unknown(),
    hash: z.string(),
    env: values,
    load: botsLoad,
    /** Of the run it is compared with; empty: none. */
    compareTo: z.string(),
    /** Socket-only record that is played; absent: the server of its place. */
    recordId: z.optional(jobId),
  }),
  input: z.null(),
})

const order = {
  /** Checked by the rules of scenarios. */
  scenario: z.unknown(),
  /** Values that come over those of the scenario. */
  env: z.optional(values),
  load: botsLoad,
  /** Job of an earlier run the report is compared with. */
  compareTo: z.optional(jobId),
  ...schemas.confirmation,
  idempotencyKey: schemas.idempotencyKey,
}
const started = z.object({ jobId: z.string(), hash: z.string(), replayed: z.boolean() })

export const startBots = defineRoute({
  method: 'POST',
  path: '/adjust/bots/start',
  title: 'bots.start',
  permission: runBots,
  level: 3,
  risk: 'R2',
  riskInProduction: 'R3',
  bodyLimit: SCENARIO_BYTES,
  query: at,
  body: z.object(order),
  target: ({ query }) => ({ sId: query.sId, lineId: query.lineId }),
  audit: ({ body }) => ({ load: body.load, idempotencyKey: body.idempotencyKey }),
  reply: started,
})

/** The same against a socket-only record of a line of development, for whoever may connect there. */
export const startBotsOnRecord = defineRoute({
  method: 'POST',
  path: '/adjust/bots/start-record',
  title: 'bots.startRecord',
  permission: runBots,
  level: 2,
  risk: 'R2',
  bodyLimit: SCENARIO_BYTES,
  body: z.object({
    lineId: schemas.shortText,
    /** Its id or its name. */
    record: z.string().check(z.minLength(1), z.maxLength(100)),
    ...order,
  }),
  target: ({ body }) => ({ lineId: body.lineId }),
  audit: ({ body }) => ({ record: body.record, load: body.load, idempotencyKey: body.idempotencyKey }),
  reply: started,
})

/** Runs on a line or a server, newest first, and how many clients may still be started. */
export const botsRuns = defineRoute({
  method: 'POST',
  path: '/adjust/bots/list',
  title: 'bots.list',
  permission: runBots,
  level: 2,
  // Only runs where the caller may run bots are in it.
  scopeRule: 'reach',
  risk: 'R0',
  query: z.object({ sId: z.optional(schemas.sIdNumber), lineId: z.optional(schemas.shortText) }),
  body: z.object({ limit: z.optional(z.int().check(z.gte(1), z.lte(100))) }),
  target: ({ query }) => ({ sId: query.sId, lineId: query.lineId }),
  reply: z.object({
    list: z.array(botsRun),
    /** Most clients the environment may have at once, and how many it has. */
    most: z.int(),
    running: z.int(),
  }),
})

/** A run and its report, with that of the run it is compared with. */
export const botsReportOf = defineRoute({
  method: 'POST',
  path: '/adjust/bots/report',
  title: 'bots.report',
  permission: runBots,
  level: 0,
  scopeRule: 'reach',
  risk: 'R0',
  body: z.object({
    jobId,
    /** Another run than the one named at its start; empty: none. */
    compareTo: z.optional(z.string().check(z.maxLength(64))),
  }),
  reply: z.object({
    run: botsRun,
    report: z.nullable(botsReport),
    before: z.nullable(z.object({ run: botsRun, report: botsReport })),
  }),
})

/**
 * How a run stands, and its figures second by second behind a cursor; without one the last. Whoever may run bots there
 * may watch, also without a right to read its job.
 */
export const botsLive = defineRoute({
  method: 'POST',
  path: '/adjust/bots/live',
  title: 'bots.live',
  permission: runBots,
  level: 0,
  scopeRule: 'reach',
  risk: 'R0',
  body: z.object({ jobId, after: z.optional(schemas.position) }),
  reply: z.object({
    ticks: z.array(botsTick),
    next: z.int(),
    end: z.int(),
    /** State of its job; empty: it is gone. */
    state: z.string(),
    isOpen: z.boolean(),
  }),
})

/** The commands of a report as CSV, beside those of the run it is compared with. */
export const botsReportFile = defineRoute({
  method: 'POST',
  path: '/adjust/bots/file',
  title: 'bots.file',
  permission: runBots,
  level: 0,
  scopeRule: 'reach',
  risk: 'R0',
  body: z.object({
    jobId,
    /** As for the report. */
    compareTo: z.optional(z.string().check(z.maxLength(64))),
  }),
  reply: z.unknown(),
  raw: true,
})
