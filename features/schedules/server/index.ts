import type { Language } from '@qd/i18n'
import { serve } from '@qd/server-kit'
import type { SchedulesPort, ServedRoute, ServerFeature, SystemSchedule } from '@qd/server-kit'
import { createLeases } from '@qd/store'
import * as contract from '../contract/index.ts'
import { deleteEntry, editEntry, pauseEntry, resumeEntry, runNow } from './calls/control-entry.ts'
import { checkTiming, createEntry } from './calls/create-entry.ts'
import { listEntries, listRuns } from './calls/list-entries.ts'
import { detailOf } from './calls/show-entry.ts'
import { findEntry } from './calls/visible.ts'
import { namesOfEntries } from './entry-name.ts'
import { createScheduleEngine } from './engine/create-engine.ts'
import { failedKind, stoppedKind } from './notices.ts'
import { checkedClock, upcomingTimes } from './rules/rule-clock.ts'
import { SCHEDULES_TIMING } from './schedules-deps.ts'
import type { SchedulesDeps, UseCaseDeps } from './schedules-deps.ts'
import { sweepSchedules } from './sweep.ts'

export type { JobStanding, SchedulesDeps } from './schedules-deps.ts'
export { scheduleMigrations } from './schedule-migrations.ts'
export type { ScheduleTables } from './schedule-tables.ts'

const PREVIEWED = 5

export interface SchedulesFeature extends ServerFeature {
  /** For features whose work people schedule. */
  port: SchedulesPort
  /** What entries are called, by their ids. */
  namesOf(ids: readonly string[], lang: Language): Promise<ReadonlyMap<string, string>>
  start(): Promise<void>
  stop(): Promise<void>
}

function scheduleRoutes(deps: UseCaseDeps): ServedRoute[] {
  const effect = 'store' as const
  return [
    serve(contract.scheduleList, ({ body }, ctx) => listEntries(deps, body, ctx)),
    serve(contract.scheduleGet, async ({ body }, ctx) =>
      detailOf(deps, ctx, await findEntry(deps, ctx.caller, body.scheduleId)),
    ),
    serve(contract.scheduleRuns, ({ body }, ctx) => listRuns(deps, body, ctx)),
    serve(contract.schedulePreview, ({ body }) => {
      const nowMs = deps.nowMs()
      return { upcoming: upcomingTimes(checkedClock(body.timing, nowMs), nowMs, PREVIEWED) }
    }),
    serve(contract.schedulePause, {
      effect,
      handle: ({ body }, ctx) => pauseEntry(deps, body.scheduleId, ctx),
    }),
    serve(contract.scheduleResume, {
      effect,
      handle: ({ body }, ctx) => resumeEntry(deps, body.scheduleId, ctx),
    }),
    serve(contract.scheduleRunNow, { effect, handle: ({ body }, ctx) => runNow(deps, body, ctx) }),
    serve(contract.scheduleEdit, { effect, handle: ({ body }, ctx) => editEntry(deps, body, ctx) }),
    serve(contract.scheduleDelete, {
      effect,
      handle: ({ body }, ctx) => deleteEntry(deps, body.scheduleId, ctx),
    }),
  ]
}

/** Work at set times: what people schedule, and what the program does by itself. */
export function createSchedulesFeature(given: SchedulesDeps): SchedulesFeature {
  const nowMs = given.nowMs ?? Date.now
  const own: SystemSchedule = {
    name: 'schedules.retention',
    title: 'schedules.retention',
    rule: { kind: 'daily', at: '03:40' },
    run: () => sweepSchedules({ store: given.store, nowMs }),
  }
  const deps: UseCaseDeps = {
    ...given,
    nowMs,
    timing: { ...SCHEDULES_TIMING, ...given.timing },
    leases: createLeases(given.store),
    kindOf: (name) => given.kinds().find(({ schedule }) => schedule.name === name),
    systemOf: (name) => given.systemEntries().find((each) => each.name === name),
  }
  const engine = createScheduleEngine(deps)
  return {
    name: 'schedules',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: scheduleRoutes(deps),
    permissions: [contract.readSchedules, contract.manageSchedules],
    systemSchedules: [own],
    notifications: [stoppedKind, failedKind],
    namesOf: (ids, lang) => namesOfEntries(deps, ids, lang),
    port: {
      create: (ctx, order) => createEntry(deps, ctx, order as never),
      checkTiming: (schedule, timing) => void checkTiming(timing, schedule, deps.nowMs()),
    },
    start: () => engine.start(),
    stop: () => engine.stop(),
  }
}
