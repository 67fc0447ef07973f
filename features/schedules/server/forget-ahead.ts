import type { Kysely } from 'kysely'
import type { ScheduleTables } from './schedule-tables.ts'

/** Due times that lie ahead and were noted as missed or left out, by a clock that was wrong, are still to come. */
export async function forgetAhead(
  tx: Kysely<ScheduleTables>,
  scheduleId: string,
  nowMs: number,
): Promise<void> {
  await tx
    .deleteFrom('schedule_run')
    .where('schedule_id', '=', scheduleId)
    .where('due_at', '>', nowMs)
    .where('by_name', 'is', null)
    .where('state', 'in', ['missed', 'skipped'])
    .execute()
}
