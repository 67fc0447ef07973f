import type { StoredRun } from '../schedule-tables.ts'
import type { UseCaseDeps } from '../schedules-deps.ts'

/**
 * Runs that are to be worked on, the oldest first: those whose turn has come, and those whose node may have died. Of an
 * entry that lets only one run at a time, a waiting run begins once no other one is under way; of those that wait, the one
 * that was due first. Ids do not say that: they come from the clocks of several nodes.
 */
export async function nextRuns(deps: UseCaseDeps, most: number): Promise<StoredRun[]> {
  const kinds = [
    ...deps.kinds().map(({ schedule }) => schedule.name),
    ...deps.systemEntries().map(({ name }) => name),
  ]
  if (kinds.length === 0) return []
  return deps.store.read
    .selectFrom('schedule_run as run')
    .innerJoin('schedule as entry', 'entry.id', 'run.schedule_id')
    .selectAll('run')
    .where('run.state', 'in', ['waiting', 'running'])
    .where('entry.kind', 'in', kinds)
    .where((eb) =>
      eb.or([
        eb('entry.overlap', '=', 'both'),
        eb('run.state', '=', 'running'),
        eb.not(
          eb.exists(
            eb
              .selectFrom('schedule_run as other')
              .select('other.id')
              .whereRef('other.schedule_id', '=', 'run.schedule_id')
              .where((is) =>
                is.or([
                  is('other.state', 'in', ['running', 'working']),
                  is.and([
                    is('other.state', '=', 'waiting'),
                    is.or([
                      is('other.due_at', '<', is.ref('run.due_at')),
                      is.and([
                        is('other.due_at', '=', is.ref('run.due_at')),
                        is('other.id', '<', is.ref('run.id')),
                      ]),
                    ]),
                  ]),
                ]),
              ),
          ),
        ),
      ]),
    )
    .orderBy('run.due_at')
    .orderBy('run.id')
    .limit(most)
    .execute()
}
