import { WITH_TOKENS, defineRoute, scheduleTiming, schemas, z } from '@qd/contract-kit'
import { scheduleDetail, scheduleRunView, scheduleState, scheduleView } from './views.ts'

const scheduleId = z.string().check(z.minLength(1), z.maxLength(64))
const limit = z.optional(z.int().check(z.gte(1), z.lte(200)))
const own = {
  method: 'POST',
  permission: 'session',
  sessionKinds: WITH_TOKENS,
  level: 0,
  scopeRule: 'reach',
} as const
const command = {
  ...own,
  body: z.object({ scheduleId }),
  subject: ({ body }: { body: { scheduleId: string } }) => body.scheduleId,
  reply: scheduleDetail,
} as const
/** Weighs what the work weighs: in production the gate asks for a reason and the name of its place, from R4 on for a proof. */
const confirmed = { risesTo: 'R4', confirms: 'named' } as const

/** Own entries, those at places where the caller may read entries, and those of the system; newest first. */
export const scheduleList = defineRoute({
  ...own,
  path: '/platform/schedule/list',
  title: 'schedules.list',
  risk: 'R0',
  body: z.object({
    state: z.optional(scheduleState),
    owner: z.optional(z.enum(['all', 'mine', 'system'])),
    /** Only those at this place or below. */
    scope: z.optional(schemas.scopePathText),
    /** Only older ones: `next` of the last answer. */
    before: z.optional(scheduleId),
    limit,
  }),
  reply: z.object({ list: z.array(scheduleView), next: z.nullable(z.string()) }),
})

export const scheduleGet = defineRoute({
  ...command,
  path: '/platform/schedule/get',
  title: 'schedules.get',
  risk: 'R0',
})

/** What ran, newest first. */
export const scheduleRuns = defineRoute({
  ...own,
  path: '/platform/schedule/runs',
  title: 'schedules.runs',
  risk: 'R0',
  body: z.object({ scheduleId, before: z.optional(scheduleId), limit }),
  reply: z.object({ list: z.array(scheduleRunView), next: z.nullable(z.string()) }),
})

/** When entries with this timing would be due; also says what is wrong with it. */
export const schedulePreview = defineRoute({
  ...own,
  path: '/platform/schedule/preview',
  title: 'schedules.preview',
  risk: 'R0',
  body: z.object({ timing: scheduleTiming }),
  reply: z.object({ upcoming: z.array(z.number()) }),
})

/** What waits for its turn is given up; a run that has begun goes on. */
export const schedulePause = defineRoute({
  ...command,
  path: '/platform/schedule/pause',
  title: 'schedules.pause',
  risk: 'R1',
})

/** Goes on with the next due time; none of those in between is made up for. */
export const scheduleResume = defineRoute({
  ...command,
  ...confirmed,
  path: '/platform/schedule/resume',
  title: 'schedules.resume',
  risk: 'R2',
  body: z.object({ scheduleId, ...schemas.confirmation }),
})

/** Runs it once now, in its owner's name. Its due times stay as they are. */
export const scheduleRunNow = defineRoute({
  ...command,
  ...confirmed,
  path: '/platform/schedule/runNow',
  title: 'schedules.runNow',
  risk: 'R2',
  body: z.object({ scheduleId, idempotencyKey: schemas.idempotencyKey, ...schemas.confirmation }),
})

/** Changes when it runs. */
export const scheduleEdit = defineRoute({
  ...command,
  ...confirmed,
  path: '/platform/schedule/edit',
  title: 'schedules.edit',
  risk: 'R2',
  body: z.object({
    scheduleId,
    /** The one the change started from. */
    revision: schemas.revision,
    timing: scheduleTiming,
    ...schemas.confirmation,
  }),
})

/** Deletes the entry and its history; the audit keeps what it did. */
export const scheduleDelete = defineRoute({
  ...command,
  path: '/platform/schedule/delete',
  title: 'schedules.delete',
  risk: 'R2',
  reply: schemas.nothing,
})

/** What the audit calls a run, and the end of an entry by the program; no call brings them about. */
export const SCHEDULE_RAN = 'schedules.ran'
export const SCHEDULE_STOPPED = 'schedules.stopped'
