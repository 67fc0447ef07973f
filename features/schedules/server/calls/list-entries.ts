import type { RouteInput, RouteReply } from '@qd/contract-kit'
import { isWithinPath } from '@qd/server-kit'
import type { scheduleList, scheduleRuns } from '../../contract/index.ts'
import { SYSTEM_OWNER } from '../engine/system-entries.ts'
import type { UseCaseDeps } from '../schedules-deps.ts'
import { lastRunsOf, runViewOf, viewOf } from './show-entry.ts'
import type { Viewer } from './show-entry.ts'
import { findEntry, visibleTo } from './visible.ts'

const LIMIT = 50

/** What people made, and what this program does by itself; entries of another version's program are left out. */
function known(deps: UseCaseDeps): string[] {
  return deps.systemEntries().map(({ name }) => `system:${name}`)
}

/** One page of the entries the caller may see, newest first; the system's stand at the top. */
export async function listEntries(
  deps: UseCaseDeps,
  { state, owner, scope, before, limit = LIMIT }: RouteInput<typeof scheduleList>['body'],
  viewer: Viewer,
): Promise<RouteReply<typeof scheduleList>> {
  let query = deps.store.read
    .selectFrom('schedule')
    .selectAll()
    .where(visibleTo(deps, viewer.caller))
    .where((eb) => eb.or([eb('is_system', '=', 0), eb('id', 'in', known(deps))]))
  if (state !== undefined) query = query.where('state', '=', state)
  if (owner === 'mine') query = query.where('owner_id', '=', viewer.caller.userId)
  if (owner === 'system') query = query.where('owner_id', '=', SYSTEM_OWNER)
  if (scope !== undefined && scope !== '*') query = query.where(isWithinPath(scope))
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const lastRuns = await lastRunsOf(
    deps,
    page.map(({ id }) => id),
  )
  return {
    list: page.map((entry) => viewOf(deps, viewer, entry, lastRuns.get(entry.id))),
    next: rows.length > limit ? page.at(-1)!.id : null,
  }
}

/** What ran of one entry, newest first. */
export async function listRuns(
  deps: UseCaseDeps,
  { scheduleId, before, limit = LIMIT }: RouteInput<typeof scheduleRuns>['body'],
  viewer: Viewer,
): Promise<RouteReply<typeof scheduleRuns>> {
  const entry = await findEntry(deps, viewer.caller, scheduleId)
  let query = deps.store.read.selectFrom('schedule_run').selectAll().where('schedule_id', '=', entry.id)
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  return {
    list: page.map((run) => runViewOf(deps, run, viewer.lang)),
    next: rows.length > limit ? page.at(-1)!.id : null,
  }
}
