import { applyEdit, locateChange } from '@qd/protocol-model'
import type { Change, PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import { isPrefix } from './place.ts'

/** Follows the element of a dropped step through the later steps of its list. */
class DroppedStep {
  private readonly step: Change
  private readonly depth: number
  /** Where the element stands: it is there without its removal, and missing without its addition. */
  private at: number

  constructor(step: Change) {
    this.step = step
    this.depth = step.path.length - 1
    this.at = Number(step.path[this.depth])
  }

  private isInList({ diff, key, path }: Change): boolean {
    const { step, depth } = this
    return diff === step.diff && key === step.key && isPrefix(step.path.slice(0, depth), path.slice(0, depth))
  }

  /** A later change with its index set right; null when it is about the element that is not added. */
  adjusted(change: Change): Change | null {
    const { depth } = this
    if (change.path.length <= depth || !this.isInList(change)) return change
    const index = Number(change.path[depth])
    const isMissing = this.step.op === 'add'
    const steps = change.op !== 'set' && change.path.length === depth + 1 ? change.op : null
    if (isMissing && index === this.at && steps !== 'add') return null
    const isBefore = index < this.at || (index === this.at && steps === 'add')
    if (isBefore) {
      if (steps !== null) this.at += steps === 'add' ? 1 : -1
      return change
    }
    return { ...change, path: change.path.with(depth, String(index + (isMissing ? -1 : 1))) }
  }
}

const isElementStep = ({ op, path }: Change): boolean => op !== 'set' && path.length > 0

/**
 * The changes without some of them, so that the rest still does what it did: indexes of lists without keys
 * that a dropped addition or removal had shifted are set right.
 */
export function dropChanges(
  protocol: ProtocolDefinition,
  before: PlayerData,
  changes: readonly Change[],
  isDropped: (change: Change) => boolean,
): Change[] {
  if (!changes.some((change) => isElementStep(change) && isDropped(change))) {
    return changes.filter((change) => !isDropped(change))
  }
  let data = before
  let open = changes.map((change) => ({ change, goes: isDropped(change) }))
  const kept: Change[] = []
  for (let next = open.shift(); next; next = open.shift()) {
    const { change, goes } = next
    if (!goes) {
      const applied = applyEdit(protocol, data, change)
      if (applied.ok) data = applied.data
      kept.push(change)
      continue
    }
    const located = locateChange(protocol, data, change)
    if (change.op === 'set' || !located.ok || !located.isByPosition) continue
    const dropped = new DroppedStep(change)
    open = open.flatMap((each) => {
      const adjusted = dropped.adjusted(each.change)
      return adjusted === null ? [] : [{ ...each, change: adjusted }]
    })
  }
  return kept
}
