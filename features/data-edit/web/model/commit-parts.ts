import type { Change } from '@qd/protocol-model'
import { MAX_CHANGES } from '../../contract/index.ts'

/** Half of what game servers take as one body, so that all that stands around the changes has room. */
const MAX_BYTES = 524_288

interface Unit {
  changes: readonly Change[]
  bytes: number
}

const bytesOf = (changes: readonly Change[]): number =>
  changes.reduce((sum, { value, old }) => sum + JSON.stringify([value, old]).length * 2 + 80, 0)

const unitOf = (changes: readonly Change[]): Unit => ({ changes, bytes: bytesOf(changes) })

const fits = ({ changes, bytes }: Unit): boolean => changes.length <= MAX_CHANGES && bytes <= MAX_BYTES

/** Single changes where a row alone is too much for one commit. */
function unitsOfRow(changes: readonly Change[]): Unit[] {
  const row = unitOf(changes)
  return fits(row) ? [row] : changes.map((change) => unitOf([change]))
}

/** What should be committed together: a whole module, else whole rows of it. Whole modules come first. */
function* unitsOf(changes: readonly Change[]): Generator<Unit> {
  const large: (readonly Change[])[] = []
  for (const module of Map.groupBy(changes, ({ diff }) => diff).values()) {
    const unit = module.length > MAX_CHANGES ? null : unitOf(module)
    if (unit !== null && fits(unit)) yield unit
    else large.push(module)
  }
  for (const module of large) {
    for (const row of Map.groupBy(module, ({ key }) => key).values()) yield* unitsOfRow(row)
  }
}

/**
 * Pending changes in the commits they take: one, unless there are more than a game server takes at once.
 * Parts are filled one after the other, so that what is left after some of them is parted in the same way.
 */
export function* partsOf(changes: readonly Change[]): Generator<Change[]> {
  let part: Change[] = []
  let bytes = 0
  for (const unit of unitsOf(changes)) {
    const isFull = part.length + unit.changes.length > MAX_CHANGES || bytes + unit.bytes > MAX_BYTES
    if (isFull && part.length > 0) {
      yield part
      part = []
      bytes = 0
    }
    part.push(...unit.changes)
    bytes += unit.bytes
  }
  if (part.length > 0) yield part
}

export function partCount(changes: readonly Change[]): number {
  return [...partsOf(changes)].length
}
