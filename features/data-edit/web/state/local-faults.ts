import { checkChange, exactInt, pathText, touchesSensitive } from '@qd/protocol-model'
import type { Change, ChangeFault, ProtocolDefinition } from '@qd/protocol-model'
import { itemOfQuantity, overLimit, wireChanges } from '@qd/player-edit'
import { placeId } from '@qd/player-diff'

/** A fault found in the browser, before anything is sent. */
export type LocalFault = Omit<ChangeFault, 'code'> & {
  code: ChangeFault['code'] | 'over_limit' | 'sensitive'
}

/** The line's upper limit for the item of a change's row, or null where none applies. */
export function upperLimitOf(
  protocol: ProtocolDefinition,
  change: Pick<Change, 'diff' | 'key' | 'path'>,
  limits: ReadonlyMap<string, string>,
): string | null {
  const item = itemOfQuantity(protocol, change)
  return item === null ? null : (limits.get(item) ?? null)
}

function limitFault(
  protocol: ProtocolDefinition,
  change: Change,
  limits: ReadonlyMap<string, string>,
): LocalFault | null {
  const limit = overLimit(protocol, change, (item) => exactInt(limits.get(item)))
  return limit === null ? null : { code: 'over_limit', field: pathText(change.path), detail: String(limit) }
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
  at: { limits: ReadonlyMap<string, string>; canEditSensitive: boolean },
): ReadonlyMap<string, LocalFault> {
  const faults = new Map<string, LocalFault>()
  for (const change of wireChanges(changes)) {
    const fault =
      checkChange(protocol, change) ??
      rightFault(protocol, change, at.canEditSensitive) ??
      limitFault(protocol, change, at.limits)
    if (fault) faults.set(placeId(change), fault)
  }
  return faults
}
