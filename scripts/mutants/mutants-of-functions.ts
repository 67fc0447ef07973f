import { node } from './mutant.ts'
import type { Mutant } from './mutant.ts'

export const FUNCTION_MUTANTS: readonly Mutant[] = [
  {
    rule: 'S2.07: a function weighs no less than its heaviest step',
    file: 'features/custom-function/server/weigh.ts',
    from: "return risks.reduce<Risk>(higherRisk, 'R1')",
    to: "return risks.at(-1) ?? 'R1'",
    test: node('apps/server/test/custom-functions.test.ts', 'weighs no less than its heaviest step'),
  },
  {
    rule: 'S2.07: a step that has grown heavier weighs at the next run',
    file: 'features/custom-function/server/run/runnable.ts',
    from: 'const risk = higherRisk(saved.risk as Risk, now)',
    to: 'const risk = saved.risk as Risk',
    test: node('apps/server/test/custom-functions.test.ts', 'weighs no less than its heaviest step'),
  },
  {
    rule: 'S6.02: a function is seen by the groups it is shared with, not by all',
    file: 'features/custom-function/server/visible.ts',
    from: 'groups.some((id) => viewer.groups.has(id))',
    to: 'groups.some((id) => id !== null || viewer.groups.has(id))',
    test: node('apps/server/test/custom-functions.test.ts', 'only those it is shared with'),
  },
  {
    rule: 'S6.05: trying a definition lends no right its designer lacks',
    file: 'features/custom-function/server/design/try-function.ts',
    from: '(permission) => ctx.holds(permission)',
    to: '(permission) => ctx.holds(permission) || true',
    test: node('apps/server/test/custom-functions.test.ts', 'a designer lends no right'),
  },
  {
    rule: 'S2.07: results tell no value of a sensitive parameter',
    file: 'features/custom-function/server/run/run-steps.ts',
    from: 'const said = maskStep(ended, secrets)',
    to: 'const said = maskStep(ended, secrets.slice(0, 0))',
    test: node(
      'apps/server/test/custom-functions.test.ts',
      'what is given as a sensitive parameter stands in no plan',
    ),
  },
]
