import { placeId } from '@qd/player-diff'
import type { Change } from '@qd/protocol-model'
import { useMemo } from 'react'
import { canBeTaken } from '../model/difference.ts'
import { useEditorPlace, useSessionPart } from '../state/editor-context.ts'
import { localFaults } from '../state/local-faults.ts'
import { faultText } from '../state/use-fault-texts.ts'
import { lockText } from '../state/use-lock.ts'
import { useEditTexts } from '../texts.ts'

/** Why a difference cannot be taken over, by place id; those that can be are not in it. */
export function useWhyNot(changes: readonly Change[]): ReadonlyMap<string, string> {
  const t = useEditTexts()
  const { canEdit, canEditSensitive, limits, unknown } = useEditorPlace()
  const protocol = useSessionPart((session) => session.draft.protocol)
  return useMemo(() => {
    const takable = changes.filter(canBeTaken)
    const faults = localFaults(protocol, takable, { limits, canEditSensitive })
    const reasons = new Map<string, string>()
    for (const change of changes) {
      const id = placeId(change)
      const lock = lockText(t, protocol, change, { canEdit, canEditSensitive, unknown })
      const fault = faults.get(id)
      if (lock !== null) reasons.set(id, lock)
      else if (!canBeTaken(change)) reasons.set(id, t('compare.notThere'))
      else if (fault !== undefined) reasons.set(id, faultText(t, fault))
    }
    return reasons
  }, [t, changes, protocol, limits, canEdit, canEditSensitive, unknown])
}
