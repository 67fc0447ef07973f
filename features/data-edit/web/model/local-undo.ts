import type { Change } from '@qd/protocol-model'

type Step = readonly Change[]

const MAX_STEPS = 200
/** Steps of a large paste hold as many changes each; together they hold no more than this. */
const MAX_CHANGES = 500_000

/** The latest steps of undo that are worth their memory; the last one is always there. */
export function keptSteps(steps: readonly Step[]): readonly Step[] {
  let held = 0
  let from = steps.length
  while (from > 0 && steps.length - from < MAX_STEPS) {
    held += steps[from - 1]?.length ?? 0
    if (held > MAX_CHANGES && from < steps.length) break
    from -= 1
  }
  return from === 0 ? steps : steps.slice(from)
}
