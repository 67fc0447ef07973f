import { permissionKey } from '@qd/contract-kit'
import type { Change } from '@qd/protocol-model'
import { permissionTitle } from '@qd/web-base'
import { useCallback } from 'react'
import { placeId } from '@qd/player-diff'
import { groupDigits } from '@qd/web-controls/fields'
import { editSensitive } from '../../contract/index.ts'
import type { Draft } from '../model/draft.ts'
import { useEditTexts } from '../texts.ts'
import type { EditTexts } from '../texts.ts'
import { useEditorPlace, useEditorSession } from './editor-context.ts'
import { localFaults } from './local-faults.ts'
import type { LocalFault } from './local-faults.ts'

interface KnownFaults {
  limits: ReadonlyMap<string, string>
  canEditSensitive: boolean
  faults: ReadonlyMap<string, LocalFault>
}

/** Every row of a form asks: the faults of one draft are worked out once. */
const known = new WeakMap<Draft, KnownFaults>()

function faultsOf(draft: Draft, at: Omit<KnownFaults, 'faults'>): ReadonlyMap<string, LocalFault> {
  const before = known.get(draft)
  if (before?.limits === at.limits && before.canEditSensitive === at.canEditSensitive) return before.faults
  const faults = localFaults(draft.protocol, draft.changes, at)
  known.set(draft, { ...at, faults })
  return faults
}

export function useLocalFaults(): ReadonlyMap<string, LocalFault> {
  const { draft } = useEditorSession()
  const { limits, canEditSensitive } = useEditorPlace()
  return faultsOf(draft, { limits, canEditSensitive })
}

export function faultText(t: EditTexts, fault: LocalFault): string {
  const detail =
    fault.code === 'sensitive' ? permissionTitle(permissionKey(editSensitive)) : groupDigits(fault.detail)
  return t(`fault.${fault.code}`, { detail, field: fault.field })
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
