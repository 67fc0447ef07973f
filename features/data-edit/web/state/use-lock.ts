import { permissionKey } from '@qd/contract-kit'
import type { Place } from '@qd/player-diff'
import { touchesSensitive } from '@qd/protocol-model'
import type { DiffInfo, ProtocolDefinition } from '@qd/protocol-model'
import { permissionTitle } from '@qd/web-base'
import { useCallback } from 'react'
import { editPlayerData, editSensitive } from '../../contract/index.ts'
import { useEditTexts } from '../texts.ts'
import type { EditTexts } from '../texts.ts'
import { useEditorPlace, useSessionPart } from './editor-context.ts'
import type { EditorPlace } from './editor-context.ts'

type Rights = Pick<EditorPlace, 'canEdit' | 'canEditSensitive'>

/** The right somebody lacks to change a place; null: they may. */
export function missingRight(
  protocol: ProtocolDefinition,
  { diff, key, path }: Place,
  { canEdit, canEditSensitive }: Rights,
): string | null {
  if (!canEdit) return permissionKey(editPlayerData)
  const change = { diff, path, op: 'set' as const, ...(key === undefined ? {} : { key }) }
  return !canEditSensitive && touchesSensitive(protocol, change) ? permissionKey(editSensitive) : null
}

/** The right in words, by its name. */
export function neededText(t: EditTexts, right: string): string {
  return t('lock.needs', { permission: permissionTitle(right) })
}

/** Whether the key a row or element stands under is this field. */
export function isKeyOf(info: DiffInfo, fieldName: string): boolean {
  return info.key !== '' && info.key === fieldName
}

/** Why a place cannot be changed here, in words; null: it can. */
export function useLock(): (place: Place, isKey?: boolean) => string | null {
  const t = useEditTexts()
  const { canEdit, canEditSensitive } = useEditorPlace()
  const protocol = useSessionPart((session) => session.draft.protocol)
  return useCallback(
    (place, isKey = false) => {
      const right = missingRight(protocol, place, { canEdit, canEditSensitive })
      if (right !== null) return neededText(t, right)
      return isKey ? t('lock.key') : null
    },
    [t, canEdit, canEditSensitive, protocol],
  )
}
