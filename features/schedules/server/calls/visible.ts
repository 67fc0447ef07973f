import { AppError } from '@qd/contract-kit'
import { holdsAtPath, isOwnWork, isVisibleWork } from '@qd/server-kit'
import type { Caller } from '@qd/server-kit'
import { manageSchedules, readSchedules, schedulesErrors } from '../../contract/index.ts'
import type { StoredSchedule } from '../schedule-tables.ts'
import type { UseCaseDeps } from '../schedules-deps.ts'

/** Own entries, and those at places where the caller may read or manage entries; the system's belong to the whole console. */
export const visibleTo = (caller: Caller) =>
  // Who manages entries is told of them, and follows the notice to them.
  isVisibleWork(caller, [readSchedules, manageSchedules])

/** An entry the caller may see; a foreign one is as missing as one that never was. */
export async function findEntry(
  deps: Pick<UseCaseDeps, 'store'>,
  caller: Caller,
  scheduleId: string,
): Promise<StoredSchedule> {
  const entry = await deps.store.read
    .selectFrom('schedule')
    .selectAll()
    .where('id', '=', scheduleId)
    .where(visibleTo(caller))
    .executeTakeFirst()
  if (entry === undefined) throw new AppError(schedulesErrors.schedule_not_found, { field: 'scheduleId' })
  return entry
}

/** Whether the caller may pause, resume, change or delete it. */
export function mayManage(caller: Caller, entry: StoredSchedule): boolean {
  return isOwnWork(caller, entry) || holdsAtPath(caller, manageSchedules, entry)
}
