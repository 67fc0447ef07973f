import { sql } from 'kysely'
import { hasTimeAfter } from './entry-clock.ts'
import type { ScheduleTables } from './schedule-tables.ts'
import type { UseCaseDeps } from './schedules-deps.ts'

const DAY_MS = 86_400_000
/** Runs, and entries that have ended, are shown for so long. */
export const KEPT_MS = 90 * DAY_MS

/** The table of leases as far as they are forgotten here. */
interface LeaseTables {
  lease: { name: string }
}

type Deps = Pick<UseCaseDeps, 'store' | 'nowMs'>

/** Leases of runs that have ended: each run has one of its own, which nobody asks for again. */
async function sweepLeases({ store }: Deps): Promise<void> {
  await store.as<ScheduleTables & LeaseTables>().write((tx) =>
    tx
      .deleteFrom('lease')
      .where(sql<string>`substr(name, 1, 9)`, '=', 'schedule:')
      .where('name', 'not in', (eb) =>
        eb
          .selectFrom('schedule_run')
          .select(sql<string>`'schedule:' || id`.as('name'))
          .where('state', 'in', ['waiting', 'running']),
      )
      .execute(),
  )
}

/** Entries of people that nothing can come of: they have ended, or stand still and their last time has passed. */
async function sweepEntries({ store, nowMs }: Deps, before: number): Promise<void> {
  const still = await store.read
    .selectFrom('schedule')
    .select(['id', 'state', 'rule', 'zone', 'overlap', 'missed'])
    .where('state', 'in', ['ended', 'stopped', 'paused'])
    .where('is_system', '=', 0)
    .where('updated_at', '<', before)
    .execute()
  for (const entry of still) {
    if (entry.state !== 'ended' && hasTimeAfter(entry, nowMs())) continue
    await store.write(async (tx) => {
      const gone = await tx
        .deleteFrom('schedule')
        .where('id', '=', entry.id)
        .where('state', '=', entry.state)
        .where('updated_at', '<', before)
        .returning('id')
        .executeTakeFirst()
      if (gone === undefined) return
      await tx.deleteFrom('schedule_params').where('schedule_id', '=', entry.id).execute()
      await tx.deleteFrom('schedule_run').where('schedule_id', '=', entry.id).execute()
    })
  }
}

/** Forgets runs of long ago, and entries whose last time passed long ago. */
export async function sweepSchedules(deps: Deps): Promise<void> {
  const before = deps.nowMs() - KEPT_MS
  await deps.store.write((tx) => tx.deleteFrom('schedule_run').where('ended_at', '<', before).execute())
  await sweepEntries(deps, before)
  await sweepLeases(deps)
}
