import type { SystemSchedule } from '@qd/server-kit'
import { ruleClock } from '../rules/rule-clock.ts'
import type { StoredSchedule } from '../schedule-tables.ts'
import type { UseCaseDeps } from '../schedules-deps.ts'

export const SYSTEM_OWNER = 'system'

function rowOf(deps: UseCaseDeps, { name, rule }: SystemSchedule): StoredSchedule {
  const nowMs = deps.nowMs()
  const zone = deps.systemZone
  return {
    id: `system:${name}`,
    kind: name,
    is_system: 1,
    name: '',
    title: null,
    scope: '*',
    target: '{}',
    environment: null,
    owner_id: SYSTEM_OWNER,
    owner: SYSTEM_OWNER,
    owner_token: null,
    idempotency_key: name,
    order_hash: '',
    lang: 'en',
    reason: '',
    request_id: '',
    rule: JSON.stringify(rule),
    zone,
    overlap: 'skip',
    // A console that was off at night makes up for it in the morning.
    missed: 'once',
    state: 'active',
    why: '',
    fault: '',
    fault_words: null,
    is_proven: 0,
    next_at: ruleClock({ rule, zone }).next(nowMs),
    taken_at: null,
    revision: 0,
    created_at: nowMs,
    updated_at: nowMs,
  }
}

/** Writes down what the program does by itself; a rule that a new version changed counts from now. */
export async function keepSystemEntries(deps: UseCaseDeps): Promise<void> {
  for (const system of deps.systemEntries()) {
    const row = rowOf(deps, system)
    await deps.store.write(async (tx) => {
      await tx
        .insertInto('schedule')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet((eb) => ({
              rule: row.rule,
              zone: row.zone,
              next_at: row.next_at,
              // Nobody can resume it: it was stopped for a rule that could not be read.
              state: row.state,
              why: row.why,
              fault: row.fault,
              fault_words: row.fault_words,
              revision: eb('schedule.revision', '+', 1),
            }))
            .where((eb) =>
              eb.or([
                eb('schedule.rule', '!=', row.rule),
                eb('schedule.zone', '!=', row.zone),
                eb('schedule.state', '=', 'stopped'),
              ]),
            ),
        )
        .execute()
    })
  }
}
