import type { Change } from '@qd/protocol-model'
import { useCallback, useMemo } from 'react'
import { placeId } from '../model/place.ts'
import { groupDigits } from '../model/typed-input.ts'
import { useEditTexts } from '../texts.ts'
import type { EditTexts } from '../texts.ts'
import { useEditorPlace, useEditorSession } from './editor-context.ts'
import { localFaults } from './local-faults.ts'
import type { LocalFault } from './local-faults.ts'

export function useLocalFaults(): ReadonlyMap<string, LocalFault> {
  const { draft } = useEditorSession()
  const { limits, canEditSensitive } = useEditorPlace()
  return useMemo(
    () => localFaults(draft.protocol, draft.changes, { data: draft.data, limits, canEditSensitive }),
    [draft.protocol, draft.changes, draft.data, limits, canEditSensitive],
  )
}

export function faultText(t: EditTexts, fault: LocalFault): string {
  return t(`fault.${fault.code}`, { detail: groupDigits(fault.detail), field: fault.field })
}

/** Why a change cannot be made, as found here or as the server said; null when nothing is wrong. */
export function useFaultTexts(): (change: Change) => string | null {
  const t = useEditTexts()
  const { verdicts } = useEditorSession()
  const faults = useLocalFaults()
  return useCallback(
    (change) => {
      const id = placeId(change)
      const fault = faults.get(id)
      if (fault) return faultText(t, fault)
      return verdicts.get(id)?.msg ?? null
    },
    [t, faults, verdicts],
  )
}
