import { AppError } from '@qd/contract-kit'
import { holdsAtPath, isOwnWork, isVisibleWork } from '@qd/server-kit'
import type { Caller } from '@qd/server-kit'
import { manageSchedules, readSchedules, schedulesErrors } from '../../contract/index.ts'
import type { StoredSchedule } from '../schedule-tables.ts'
import type { UseCaseDeps } from '../schedules-deps.ts'

/** Own entries, and those at places where the caller may read or manage entries; the system's belong to the whole console. */
export function visibleTo({ kinds }: Pick<UseCaseDeps, 'kinds'>, caller: Caller) {
  const own = kinds().map(({ schedule: { name, permission } }) => ({ name, permission }))
  // Who manages entries is told of them, and follows the notice to them.
  return isVisibleWork(caller, [readSchedules, manageSchedules], { column: 'kind', kinds: own })
}

export const isOwnEntry = (
  { kindOf }: Pick<UseCaseDeps, 'kindOf'>,
  caller: Caller,
  entry: StoredSchedule,
): boolean => isOwnWork(caller, entry, kindOf(entry.kind)?.schedule.permission)

/** An entry the caller may see; a foreign one is as missing as one that never was. */
export async function findEntry(
  deps: Pick<UseCaseDeps, 'store' | 'kinds'>,
  caller: Caller,
  scheduleId: string,
): Promise<StoredSchedule> {
  const entry = await deps.store.read
    .selectFrom('schedule')
    .selectAll()
    .where('id', '=', scheduleId)
    .where(visibleTo(deps, caller))
    .executeTakeFirst()
  if (entry === undefined) throw new AppError(schedulesErrors.schedule_not_found, { field: 'scheduleId' })
  return entry
}

/** Whether the caller may pause, resume, change or delete it. */
export function mayManage(deps: Pick<UseCaseDeps, 'kindOf'>, caller: Caller, entry: StoredSchedule): boolean {
  return isOwnEntry(deps, caller, entry) || holdsAtPath(caller, manageSchedules, entry)
}
