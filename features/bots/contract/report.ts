import { schemas, z } from '@qd/contract-kit'
import { botsEnding, botsLoad } from './load.ts'

const count = z.int()

/** Times of one command in milliseconds, and how often it was asked: one without a reply took as long as it was waited for. */
export const commandFigures = z.object({
  /** Number of the command; -1: opening the connection, -2: a whole pass, -3: all commands of the game together. */
  cmd: z.int(),
  name: z.string(),
  count,
  errors: count,
  perSecond: z.number(),
  p50: z.number(),
  p95: z.number(),
  p99: z.number(),
  max: z.number(),
})
export type CommandFigures = z.infer<typeof commandFigures>

/** How a run stands, once a second. */
export const botsTick = z.object({
  type: z.literal('tick'),
  /** Milliseconds since its start. */
  t: z.number(),
  online: count,
  /** Passes that wait for a free client. */
  late: count,
  /** Frames of the last second. */
  sentPerSecond: z.number(),
  receivedPerSecond: z.number(),
  /** Since the start. */
  passed: count,
  failed: count,
  errors: count,
  requests: count,
  /** Of the last second, all commands together. */
  p50: z.number(),
  p95: z.number(),
  p99: z.number(),
  commands: z.array(commandFigures),
  /** Clients by the step they are at. */
  at: z.array(z.object({ step: z.string(), clients: count })),
  /** How many commands and steps this tick had no room for. */
  leftOut: z.optional(z.object({ commands: count, steps: count })),
})
export type BotsTick = z.infer<typeof botsTick>

export const botsError = z.object({
  /** `timeout`, `status 1/2004`, `assert`, `lost 1006` and so on. */
  code: z.string(),
  step: z.string(),
  count,
  /** What the first one was about. */
  text: z.string(),
})
export type BotsError = z.infer<typeof botsError>

/** A player of the run: values that differ after it from before, by module; texts are JSON, empty for none. */
export const botsPlayer = z.object({
  /** Counted from 1, as `{{bot}}`. */
  client: z.int(),
  /** Empty: the game did not say. */
  uId: z.string(),
  modules: z.array(
    z.object({
      module: z.string(),
      values: z.array(z.object({ path: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  /** Modules that are as they were. */
  unchanged: z.array(z.string()),
  /** More values differ than are told. */
  isCut: z.boolean(),
})
export type BotsPlayer = z.infer<typeof botsPlayer>

export const botsReport = z.object({
  ended: botsEnding,
  /** Further words on the end; may be empty. */
  text: z.string(),
  startedAt: z.number(),
  durationMs: z.number(),
  passed: count,
  failed: count,
  requests: count,
  /** At the end: passes that found no free client, and those under way. Absent in older reports. */
  late: z.optional(count),
  unfinished: z.optional(count),
  errors: z.array(botsError),
  /** All commands of the game together. Absent in older reports. */
  overall: z.optional(commandFigures),
  commands: z.array(commandFigures),
  series: z.array(
    z.object({
      t: z.number(),
      online: count,
      perSecond: z.number(),
      p50: z.number(),
      p99: z.number(),
      errors: count,
    }),
  ),
  /**
   * State of a few players before and after the run. Absent: the game's Enter gives none, or the reader may not read
   * players there.
   */
  players: z.optional(z.array(botsPlayer)),
})
export type BotsReport = z.infer<typeof botsReport>

/** The times of a report: all commands together, where it has them, before each alone. */
export function timesOf({ overall, commands }: BotsReport): readonly CommandFigures[] {
  return overall === undefined ? commands : [overall, ...commands]
}

/** A run as lists show it. */
export const botsRun = z.object({
  jobId: z.string(),
  title: z.string(),
  /** Hash of the scenario as it was run, the parts of others included. */
  hash: z.string(),
  /** 0: a socket-only record was played. */
  sId: z.int(),
  /** Name of that record; else empty. */
  record: z.string(),
  lineId: z.string(),
  environment: schemas.environment,
  owner: z.string(),
  isMine: z.boolean(),
  load: botsLoad,
  startedAt: z.number(),
  /** Null: it has not ended, or its node died before it could write a report. */
  ended: z.nullable(botsEnding),
  /** State of its job. */
  state: z.string(),
})
export type BotsRun = z.infer<typeof botsRun>
