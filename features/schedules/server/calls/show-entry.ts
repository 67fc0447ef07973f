import { parseJsonText } from '@qd/canonical-json'
import type { Environment } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import { findPlaceAgain, holdsAtPlace, isApprovedRun } from '@qd/server-kit'
import type { Caller } from '@qd/server-kit'
import type { ScheduleDetail, ScheduleRunView, ScheduleView } from '../../contract/index.ts'
import { clockOf, hasTimeAfter, timingOf } from '../entry-clock.ts'
import { nameOfEntry, titleOfKind } from '../entry-name.ts'
import { upcomingTimes } from '../rules/rule-clock.ts'
import type { StoredRun, StoredSchedule } from '../schedule-tables.ts'
import type { UseCaseDeps } from '../schedules-deps.ts'
import { faultOf, msgOf } from '../words.ts'
import { isOwnEntry, mayManage } from './visible.ts'

export interface Viewer {
  caller: Caller
  lang: Language
}

const UPCOMING = 5

/** Where it works in words; the game stands everywhere above and is named only where nothing else is. */
function placeNameOf({ namesOf }: Pick<UseCaseDeps, 'namesOf'>, scope: string): string[] {
  if (scope === '*') return []
  const codes = scope.split('/')
  const names = namesOf(scope)
  const shown = codes.map((code, depth) => names[depth] ?? (depth === 3 ? `S${code}` : code))
  return shown.length > 1 ? shown.slice(1) : shown
}

export function runViewOf(deps: Pick<UseCaseDeps, 'texts'>, run: StoredRun, lang: Language): ScheduleRunView {
  return {
    id: run.id,
    dueAt: run.due_at,
    state: run.state,
    isLate: run.is_late === 1,
    by: run.by_name,
    startedAt: run.started_at,
    endedAt: run.ended_at,
    jobId: run.job_id,
    msg: msgOf(deps, run, lang),
  }
}

/** The newest run of each of these entries. */
export async function lastRunsOf(
  { store }: Pick<UseCaseDeps, 'store'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredRun>> {
  if (ids.length === 0) return new Map()
  const newest = store.read
    .selectFrom('schedule_run')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('schedule_id', 'in', ids)
    .groupBy('schedule_id')
  const runs = await store.read.selectFrom('schedule_run').selectAll().where('id', 'in', newest).execute()
  return new Map(runs.map((run) => [run.schedule_id, run]))
}

export function viewOf(
  deps: UseCaseDeps,
  { caller, lang }: Viewer,
  entry: StoredSchedule,
  lastRun: StoredRun | undefined,
): ScheduleView {
  return {
    id: entry.id,
    kind: entry.kind,
    kindTitle: titleOfKind(deps, entry.kind, lang),
    name: nameOfEntry(deps, entry, lang),
    state: entry.state,
    why: entry.why,
    timing: timingOf(entry),
    nextAt: entry.next_at,
    lastRun: lastRun === undefined ? null : runViewOf(deps, lastRun, lang),
    isSystem: entry.is_system === 1,
    owner: entry.owner,
    isMine: isOwnEntry(deps, caller, entry),
    scope: entry.scope,
    placeName: placeNameOf(deps, entry.scope),
    environment: entry.environment as Environment | null,
    createdAt: entry.created_at,
  }
}

/** Whether the caller may set off, or change, what the entry does: they hold what its kind asks for. */
export function mayDrive(deps: UseCaseDeps, caller: Caller, entry: StoredSchedule): boolean {
  if (caller.isReadOnly === true || !mayManage(deps, caller, entry)) return false
  if (entry.is_system === 1) return true
  const served = deps.kindOf(entry.kind)
  const place = findPlaceAgain(deps.scope, entry)
  return served !== undefined && place !== null && holdsAtPlace(caller, served.schedule.permission, place)
}

/** Whether somebody else has approved when it runs: such an entry was made by the execution of a request. */
export const wasApproved = ({ request_id: requestId }: StoredSchedule) => isApprovedRun(requestId)

function whatMay(deps: UseCaseDeps, caller: Caller, entry: StoredSchedule): ScheduleDetail['may'] {
  const isOfPeople = entry.is_system === 0
  const isManaged = isOfPeople && mayManage(deps, caller, entry) && caller.isReadOnly !== true
  const isDriven = mayDrive(deps, caller, entry)
  const isStill = entry.state === 'paused' || entry.state === 'stopped'
  return {
    pause: isManaged && entry.state === 'active',
    resume: isOfPeople && isDriven && isStill && hasTimeAfter(entry, deps.nowMs()),
    runNow: isDriven && entry.state !== 'stopped' && !wasApproved(entry),
    edit: isOfPeople && isDriven && !wasApproved(entry),
    delete: isManaged,
  }
}

async function factsOf(
  deps: UseCaseDeps,
  entry: StoredSchedule,
  lang: Language,
): Promise<ScheduleDetail['facts']> {
  const facts = deps.kindOf(entry.kind)?.runner.facts
  if (facts === undefined) return []
  const row = await deps.store.read
    .selectFrom('schedule_params')
    .select('params')
    .where('schedule_id', '=', entry.id)
    .executeTakeFirst()
  if (row === undefined) return []
  const text = (key: string, params?: Record<string, string | number>) => deps.texts.text(lang, key, params)
  return facts(parseJsonText(row.params) as never, text).map(({ label, value }) => ({ label, value }))
}

export async function detailOf(
  deps: UseCaseDeps,
  viewer: Viewer,
  entry: StoredSchedule,
): Promise<ScheduleDetail> {
  const { caller, lang } = viewer
  const lastRun = (await lastRunsOf(deps, [entry.id])).get(entry.id)
  const isDue = entry.state === 'active' && entry.next_at !== null
  return {
    ...viewOf(deps, viewer, entry, lastRun),
    reason: entry.reason,
    fault: faultOf(deps, entry, lang),
    revision: entry.revision,
    upcoming: isDue ? upcomingTimes(clockOf(entry), entry.next_at! - 1, UPCOMING) : [],
    mayOverlap: deps.kindOf(entry.kind)?.schedule.mayOverlap ?? false,
    facts: await factsOf(deps, entry, lang),
    may: whatMay(deps, caller, entry),
  }
}
