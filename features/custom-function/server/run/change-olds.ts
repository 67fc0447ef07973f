import { applyEdit, equalValues, locateChange } from '@qd/protocol-model'
import type { Change as ModelChange, PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import type { Change } from '@qd/data-edit/contract'

export interface Prepared {
  /** Each with the value found before it as `old`. */
  changes: Change[]
  /** The data as it would be afterwards. */
  data: PlayerData
}

/** Fills in what stands at each place now, later changes seeing the earlier ones; a change without a place keeps none. */
export function withOlds(
  protocol: ProtocolDefinition,
  data: PlayerData,
  wanted: readonly ModelChange[],
): Prepared {
  let current = data
  const changes = wanted.map((change): Change => {
    const located = locateChange(protocol, current, change)
    const old = located.ok && change.op !== 'add' ? { old: located.current ?? null } : {}
    const applied = applyEdit(protocol, current, change)
    if (applied.ok) current = applied.data
    return { ...change, path: change.path.map(String), ...old }
  })
  return { changes, data: current }
}

export interface PatchConflict {
  index: number
  loaded: unknown
  current: unknown
  mine: unknown
}

/** Where the player is no longer as the dry run found them, or the change no longer the one that was shown. */
export function conflictsWith(planned: readonly Change[], now: readonly Change[]): PatchConflict[] {
  return now.flatMap((change, index) => {
    const shown = planned[index]
    const isSame =
      shown !== undefined &&
      equalValues(shown.old, change.old) &&
      equalValues(shown.value, change.value) &&
      shown.key === change.key &&
      equalValues(shown.path, change.path)
    if (isSame) return []
    return [
      {
        index,
        loaded: shown?.old ?? null,
        current: change.old ?? null,
        mine: shown?.value ?? change.value ?? null,
      },
    ]
  })
}
