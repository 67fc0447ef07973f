import type { Step } from '@qd/scenario'

const keys = new WeakMap<Step, string>()
let last = 0

/** Stands for a step while it is edited, moved, or changed inside: what is typed into its row stays with it. */
export function keyOf(step: Step): string {
  const known = keys.get(step)
  if (known !== undefined) return known
  last += 1
  const key = `step-${last}`
  keys.set(step, key)
  return key
}

/** The copy is the same step to whoever edits it. */
export function keepKey<T extends object>(copy: T, before: object): T {
  if ('do' in copy && 'do' in before) keys.set(copy as unknown as Step, keyOf(before as Step))
  return copy
}
