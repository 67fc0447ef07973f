import { applyEdit, checkChange, diffInfoOf, equalValues, locateChange, pathText } from '@qd/protocol-model'
import type { Change } from '@qd/protocol-model'
import type { LoadedDefinitions } from '../definitions/load-definitions.ts'
import type { PlayerDocument } from '../document.ts'
import { say } from '../../texts/say.ts'
import type { Said } from '../../texts/say.ts'
import { ROW_RULES, SET_RULES } from '../rules/rules.ts'
import { changeNode } from './change-node.ts'
import { normaliseValue } from './normalise-value.ts'
import { shapeFault } from './row-fault.ts'
import type { RowFault } from './row-fault.ts'

export interface EditPlan {
  /** The player's data with every accepted change made; the given document is untouched. */
  document: PlayerDocument
  /** By index of the change. */
  refused: Map<number, RowFault>
  /** Changes whose `old` no longer stands there, with what does. */
  conflicts: { index: number; current: unknown }[]
  /** The accepted changes, values in the game's own form. */
  accepted: { index: number; change: Change }[]
}

type Step =
  | { kind: 'done'; document: PlayerDocument; change: Change }
  | { kind: 'fault'; fault: RowFault }
  | { kind: 'conflict'; current: unknown }

function refuse(code: RowFault['code'], msg: Said): Step {
  return { kind: 'fault', fault: { code, msg } }
}

/** Modules of the extra folder may lack fields; those the game has code for never do. */
function canUnset({ protocol, extraNetKeys }: LoadedDefinitions, change: Change): boolean {
  return extraNetKeys.includes(diffInfoOf(protocol, change.diff)?.netKey ?? '')
}

function applyRow(definitions: LoadedDefinitions, document: PlayerDocument, change: Change): Step {
  const { protocol } = definitions
  const shape = checkChange(protocol, change, { canUnset: canUnset(definitions, change) })
  if (shape) return { kind: 'fault', fault: shapeFault(shape) }
  const place = changeNode(protocol, change)
  const located = locateChange(protocol, document, change)
  const where = pathText(change.key === undefined ? change.path : [change.key, ...change.path])
  if (!place || !located.ok) return refuse(2004, say('没有这个位置：{place}', { place: where }))
  const { current } = located
  const isTaken = change.op === 'add' && current !== undefined && place.isKeyedElement
  if (isTaken || (change.op !== 'add' && !equalValues(current, change.old))) {
    return { kind: 'conflict', current: current ?? null }
  }
  const isValue = change.op !== 'remove' && change.value !== null
  const value = isValue ? normaliseValue(protocol, place.node, change.value) : undefined
  const normalised: Change = value === undefined ? change : { ...change, value }
  const edit = applyEdit(protocol, document, normalised)
  if (!edit.ok) return refuse(2004, say('这里不能这样修改：{place}', { place: where }))
  // The definition's shapes are the document's: loading checks that every own module is defined.
  return { kind: 'done', document: edit.data as PlayerDocument, change: normalised }
}

/** One pass over the changes that are not refused yet; later changes see what earlier ones did. */
function pass(
  definitions: LoadedDefinitions,
  before: PlayerDocument,
  changes: readonly Change[],
  refused: Map<number, RowFault>,
): EditPlan {
  const plan: EditPlan = { document: before, refused, conflicts: [], accepted: [] }
  for (const [index, change] of changes.entries()) {
    if (refused.has(index)) continue
    const step = applyRow(definitions, plan.document, change)
    if (step.kind === 'conflict') {
      plan.conflicts.push({ index, current: step.current })
    } else if (step.kind === 'fault') {
      refused.set(index, step.fault)
    } else {
      const facts = {
        protocol: definitions.protocol,
        before: plan.document,
        after: step.document,
        change: step.change,
      }
      const fault = ROW_RULES.map((rule) => rule(facts)).find((found) => found !== null)
      if (fault) {
        refused.set(index, fault)
        continue
      }
      plan.document = step.document
      plan.accepted.push({ index, change: step.change })
    }
  }
  return plan
}

/**
 * What the changes would do. A row that breaks a rule is refused alone; a rule over several rows refuses
 * all rows it ties together, and what is left is tried again until it holds by itself.
 */
export function planEdit(
  definitions: LoadedDefinitions,
  before: PlayerDocument,
  changes: readonly Change[],
): EditPlan {
  const refused = new Map<number, RowFault>()
  for (;;) {
    const plan = pass(definitions, before, changes, refused)
    const facts = { before, after: plan.document, accepted: plan.accepted }
    const violations = SET_RULES.flatMap((rule) => rule(facts))
    if (violations.length === 0) return plan
    for (const { indexes, fault } of violations) {
      for (const index of indexes) if (!refused.has(index)) refused.set(index, fault)
    }
  }
}
