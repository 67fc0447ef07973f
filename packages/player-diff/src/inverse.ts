import type { Change } from '@qd/protocol-model'

function inverseOf(change: Change): Change {
  const { value, old, ...place } = change
  if (change.op === 'set') return { ...place, value: old, old: value }
  if (change.op === 'add') return { ...place, op: 'remove', old: value }
  return { ...place, op: 'add', value: old }
}

/** The changes that take back the given ones, in the order in which they must run. */
export function inverse(changes: readonly Change[]): Change[] {
  return changes.map(inverseOf).toReversed()
}
