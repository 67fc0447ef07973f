import {
  applyEdit,
  checkChange,
  equalValues,
  exactInt,
  leftOutAt,
  locateChange,
  placeText,
} from '@qd/protocol-model'
import type {
  ChangeFaultCode,
  LeftOut,
  LocatedChange,
  PlayerData,
  ProtocolDefinition,
} from '@qd/protocol-model'
import type { Change } from '@qd/data-edit/contract'
import type { BulkChange, BulkSet } from '../../contract/index.ts'

/** Why a player stays as they are; `field` is the dotted place, `detail` what stands there or the rule names. */
export interface RowStop {
  code: ChangeFaultCode | 'nothing_to_do' | 'value_differs' | 'row_exists' | 'row_missing' | 'not_a_number'
  field: string
  detail: string
}

export type RowPlan =
  | { kind: 'changes'; changes: Change[] }
  | { kind: 'skipped'; stop: RowStop }
  | { kind: 'refused'; stop: RowStop }

type Located = Extract<LocatedChange, { ok: true }>
type Step = { kind: 'change'; change: Change } | { kind: 'idle' } | Exclude<RowPlan, { kind: 'changes' }>

const IDLE: Step = { kind: 'idle' }
const shown = (value: unknown): string => JSON.stringify(value ?? null).slice(0, 80)

function stopped(kind: 'skipped' | 'refused', code: RowStop['code'], wanted: Change, detail = ''): Step {
  return { kind, stop: { code, field: placeText(wanted), detail } }
}

/** The sum, as text where the player's value is text or no number holds it; null when there is no whole number. */
function sumOf(current: unknown, by: string): number | string | null {
  const exact = exactInt(current ?? 0)
  if (exact === null) return null
  const sum = exact + BigInt(by)
  const number = Number(sum)
  return typeof current !== 'string' && Number.isSafeInteger(number) ? number : String(sum)
}

function planSet(wanted: BulkChange, current: unknown): Step {
  const { by, ...change } = wanted
  const value = by === undefined ? change.value : sumOf(current, by)
  if (by !== undefined && value === null) return stopped('refused', 'not_a_number', wanted, shown(current))
  if (value !== undefined && equalValues(current, value)) return IDLE
  return { kind: 'change', change: { ...change, value, old: current ?? null } }
}

function planAdd(wanted: BulkChange, located: Located, set: BulkSet): Step {
  const { by: _by, old: _old, ...change } = wanted
  const isTaken = located.current !== undefined && !located.isByPosition
  if (!isTaken) return { kind: 'change', change }
  return set.existing === 'skip' ? IDLE : stopped('refused', 'row_exists', wanted)
}

function planRemove(wanted: BulkChange, { current }: Located): Step {
  const { by: _by, value: _value, ...change } = wanted
  return current === undefined ? IDLE : { kind: 'change', change: { ...change, old: current } }
}

/** Whether the change was meant for what stands there now and for nothing else. */
function isBound(wanted: BulkChange, located: Located, set: BulkSet): boolean {
  if (wanted.op === 'add') return false
  // At a position of a list without keys something else stands in every player.
  const isAnyElement = wanted.op === 'remove' && located.isByPosition
  return set.onlyUnchanged || isAnyElement
}

function planStep(protocol: ProtocolDefinition, data: PlayerData, wanted: BulkChange, set: BulkSet): Step {
  const located = locateChange(protocol, data, wanted)
  if (!located.ok) return stopped('refused', 'unknown_path', wanted)
  if (isBound(wanted, located, set) && !equalValues(located.current, wanted.old))
    return stopped('skipped', 'value_differs', wanted, shown(located.current))
  if (wanted.op === 'set') return planSet(wanted, located.current)
  return wanted.op === 'add' ? planAdd(wanted, located, set) : planRemove(wanted, located)
}

/**
 * What a set of changes means for one player: each change on what the earlier ones leave, `old` read from their
 * data. A change that is there already is left out; a condition that does not hold, or a change that cannot
 * be made, leaves the player as a whole as they are.
 */
export function planBulkRow(
  protocol: ProtocolDefinition,
  data: PlayerData,
  set: BulkSet,
  leftOut: readonly LeftOut[] = [],
): RowPlan {
  const changes: Change[] = []
  let now = data
  for (const wanted of set.changes) {
    const step = planStep(protocol, now, wanted, set)
    if (step.kind === 'idle') continue
    if (step.kind !== 'change') return step
    const fault = checkChange(protocol, step.change)
    if (fault !== null) return { kind: 'refused', stop: fault }
    const lost = leftOutAt(protocol, now, step.change, leftOut)
    if (lost.length > 0) {
      const stop = { code: 'left_out' as const, field: placeText(wanted), detail: lost.join(', ') }
      return { kind: 'refused', stop }
    }
    const applied = applyEdit(protocol, now, step.change)
    if (!applied.ok) {
      return { kind: 'refused', stop: { code: 'row_missing', field: placeText(wanted), detail: '' } }
    }
    now = applied.data
    changes.push(step.change)
  }
  if (changes.length > 0) return { kind: 'changes', changes }
  const field = set.changes[0] === undefined ? '' : placeText(set.changes[0])
  return { kind: 'skipped', stop: { code: 'nothing_to_do', field, detail: '' } }
}
