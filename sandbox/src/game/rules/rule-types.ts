import type { Change, ProtocolDefinition } from '@qd/protocol-model'
import type { Said } from '../../texts/say.ts'
import type { PlayerDocument } from '../document.ts'
import type { RowFault } from '../edit/row-fault.ts'

export interface RowFacts {
  protocol: ProtocolDefinition
  before: PlayerDocument
  after: PlayerDocument
  change: Change
}

/** A rule one change can break by itself. */
export type RowRule = (facts: RowFacts) => RowFault | null

export interface IndexedChange {
  index: number
  change: Change
}

export interface SetFacts {
  before: PlayerDocument
  after: PlayerDocument
  accepted: readonly IndexedChange[]
}

/** The changes a broken rule ties together; never empty, so that trying again comes to an end. */
export interface RuleViolation {
  indexes: number[]
  fault: RowFault
}

/** A rule over the whole set of changes. */
export type SetRule = (facts: SetFacts) => RuleViolation[]

/** No violation when nobody touched what the rule speaks of: old data is not a reason to refuse an edit. */
export function violation(
  accepted: readonly IndexedChange[],
  msg: Said,
  ties: (change: Change) => boolean,
): RuleViolation[] {
  const indexes = accepted.filter(({ change }) => ties(change)).map(({ index }) => index)
  return indexes.length === 0 ? [] : [{ indexes, fault: { code: 2004, msg } }]
}
