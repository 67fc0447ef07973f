import { node } from './mutant.ts'
import type { Mutant } from './mutant.ts'

export const SCHEDULE_MUTANTS: readonly Mutant[] = [
  {
    rule: 'schedules.fence: what a run does is committed under its lease',
    file: 'features/schedules/server/engine/do-run.ts',
    from: 'await lease.confirm(tx)',
    to: 'void lease',
    test: node('features/schedules/server/two-nodes.test.ts', '[schedules.fence] a node that slept'),
  },
  {
    rule: 'schedules.clock: a time that had its run is not run again',
    file: 'features/schedules/server/engine/take-due.ts',
    from: "conflict.columns(['schedule_id', 'due_key']).doNothing()",
    to: "conflict.columns(['schedule_id', 'due_key']).doUpdateSet({ state: 'waiting' })",
    test: node('features/schedules/server/engine.test.ts', '[schedules.clock] a clock that is set back'),
  },
  {
    rule: 'schedules.owner: an owner without the right runs nothing',
    file: 'features/schedules/server/standing.ts',
    from: 'if (!holdsAtPlace(owner, permission, place))',
    to: 'if (holdsAtPlace(owner, permission, place) === null)',
    test: node('features/schedules/server/engine.test.ts', '[schedules.owner] an owner without the right'),
  },
  {
    rule: 'a set time that comes twice means the first',
    file: 'features/schedules/server/rules/rule-clock.ts',
    from: "fixedTimeRule: 'no-wildcard'",
    to: "fixedTimeRule: 'single-value'",
    test: node('features/schedules/server/rules/rule-clock.test.ts', 'set times of one expression'),
  },
]
