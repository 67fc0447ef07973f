import type { LocatedChange } from '@qd/protocol-model'
import type { Change } from '../contract/index.ts'

const isPrefix = (short: readonly string[], long: readonly string[]): boolean =>
  short.every((segment, index) => segment === long[index])

/** Whether one of the two places lies within the other. */
export function overlaps(left: Change, right: Change): boolean {
  if (left.diff !== right.diff || left.key !== right.key) return false
  return isPrefix(left.path, right.path) || isPrefix(right.path, left.path)
}

/** Whether adding or removing at `mover` shifts the list element at `other`. */
export function shifts(mover: Change, other: Change): boolean {
  if (mover.op === 'set' || mover.diff !== other.diff || mover.key !== other.key) return false
  return mover.path.length > 0 && isPrefix(mover.path.slice(0, -1), other.path)
}

/** An element of a list without keys; those with one had it turned into an index. */
export function isByPosition(change: Change, located: Extract<LocatedChange, { ok: true }>): boolean {
  return located.isListElement && located.path.at(-1) === change.path.at(-1)
}
