import { checkChange, exactInt, ownValue, pathText, placeFacts, touchesSensitive } from '@qd/protocol-model'
import type { Change, ChangeFault, PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import { wireChanges } from '@qd/player-edit'
import { placeId } from '@qd/player-diff'

/** A fault found in the browser, before anything is sent. */
export type LocalFault = Omit<ChangeFault, 'code'> & {
  code: ChangeFault['code'] | 'over_limit' | 'sensitive'
}

/** Names under which games keep how many of an item there are. */
const QUANTITY = /^(count|num|number|amount|quantity)$/i

function itemOf(protocol: ProtocolDefinition, change: Change, data: PlayerData): string | null {
  const { info } = placeFacts(protocol, change)
  const key = info?.fields.find(({ fieldName }) => fieldName === info.key)
  return key?.dataProvider === 'gameProp' && ownValue(data, info?.netKey ?? '') !== undefined
    ? (change.key ?? null)
    : null
}

/** The line's upper limit for the item of a change's row, or null where none applies. */
export function upperLimitOf(
  protocol: ProtocolDefinition,
  change: Pick<Change, 'diff' | 'key' | 'path'>,
  at: { data: PlayerData; limits: ReadonlyMap<string, string> },
): string | null {
  const field = String(change.path.at(-1) ?? '')
  if (!QUANTITY.test(field) || change.path.length !== 1) return null
  const item = itemOf(protocol, { op: 'set', ...change }, at.data)
  return item === null ? null : (at.limits.get(item) ?? null)
}

function limitFault(
  protocol: ProtocolDefinition,
  change: Change,
  at: { data: PlayerData; limits: ReadonlyMap<string, string> },
): LocalFault | null {
  const limit = change.op === 'set' ? exactInt(upperLimitOf(protocol, change, at)) : null
  const value = exactInt(change.value)
  const old = exactInt(change.old)
  // Lowering a value that is above the limit already is always allowed.
  const isOver = limit !== null && value !== null && value > limit && (old === null || value > old)
  return isOver ? { code: 'over_limit', field: pathText(change.path), detail: String(limit) } : null
}

function rightFault(
  protocol: ProtocolDefinition,
  change: Change,
  canEditSensitive: boolean,
): LocalFault | null {
  if (canEditSensitive || !touchesSensitive(protocol, change)) return null
  return { code: 'sensitive', field: pathText(change.path), detail: '' }
}

/** Faults the definition, the line's limits and the user's rights show, by place id. */
export function localFaults(
  protocol: ProtocolDefinition,
  changes: readonly Change[],
  at: { data: PlayerData; limits: ReadonlyMap<string, string>; canEditSensitive: boolean },
): ReadonlyMap<string, LocalFault> {
  const faults = new Map<string, LocalFault>()
  for (const change of wireChanges(changes)) {
    const fault =
      checkChange(protocol, change) ??
      rightFault(protocol, change, at.canEditSensitive) ??
      limitFault(protocol, change, at)
    if (fault) faults.set(placeId(change), fault)
  }
  return faults
}
