import { schemas, scheduleTiming, z } from '@qd/contract-kit'

/** `stopped`: by the program, `why` says for what; `ended`: no time is still to come. */
export const scheduleState = z.enum(['active', 'paused', 'stopped', 'ended'])
export type ScheduleState = z.infer<typeof scheduleState>

/**
 * Why the program stopped an entry: `refused` is what its work answered, said in `fault`; `unproved`: its work weighs R4 by
 * now, and nobody gave a proof for that.
 */
export const scheduleWhy = z.enum(['', 'owner_gone', 'rights_lost', 'place_gone', 'refused', 'unproved'])
export type ScheduleWhy = z.infer<typeof scheduleWhy>

/**
 * `waiting`: its turn has not come; `working`: the job it started has not ended; `skipped`: an earlier run had not ended,
 * or the entry stood still; `missed`: nobody ran it in time.
 */
export const runState = z.enum(['waiting', 'running', 'working', 'done', 'failed', 'skipped', 'missed'])
export type ScheduleRunState = z.infer<typeof runState>
export const OPEN_RUNS: readonly ScheduleRunState[] = ['waiting', 'running', 'working']

export const scheduleRunView = z.object({
  id: z.string(),
  /** When it was due, or asked for by hand, ms UTC. */
  dueAt: z.number(),
  state: runState,
  /** Began more than a minute after it was due: the console was away, or an earlier run took long. */
  isLate: z.boolean(),
  /** User name of who asked for it by hand; null: it was due. */
  by: z.nullable(z.string()),
  startedAt: z.nullable(z.number()),
  endedAt: z.nullable(z.number()),
  jobId: z.nullable(z.string()),
  msg: z.string(),
})
export type ScheduleRunView = z.infer<typeof scheduleRunView>

export const scheduleView = z.object({
  id: z.string(),
  kind: z.string(),
  /** In the caller's language. */
  kindTitle: z.string(),
  name: z.string(),
  state: scheduleState,
  why: scheduleWhy,
  /** What is stored is shown, whatever names of zones were taken when it was. */
  timing: z.extend(scheduleTiming, { zone: z.string() }),
  nextAt: z.nullable(z.number()),
  /** The newest run that began or should have. */
  lastRun: z.nullable(scheduleRunView),
  isSystem: z.boolean(),
  /** User name in whose name it runs; `system` for what the program does by itself. */
  owner: z.string(),
  isMine: z.boolean(),
  scope: z.string(),
  /** Names from the operator down. */
  placeName: z.array(z.string()),
  environment: z.nullable(schemas.environment),
  createdAt: z.number(),
})
export type ScheduleView = z.infer<typeof scheduleView>

export const scheduleDetail = z.extend(scheduleView, {
  reason: z.string(),
  /** What stopped it, in a sentence; empty otherwise. */
  fault: z.string(),
  /** Grows with each change; a change names the one it started from. */
  revision: z.int(),
  /** The next due times, ms UTC. */
  upcoming: z.array(z.number()),
  /** Whether two runs at once can be asked for. */
  mayOverlap: z.boolean(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** What the caller may do now. */
  may: z.object({
    pause: z.boolean(),
    resume: z.boolean(),
    runNow: z.boolean(),
    edit: z.boolean(),
    delete: z.boolean(),
  }),
})
export type ScheduleDetail = z.infer<typeof scheduleDetail>
