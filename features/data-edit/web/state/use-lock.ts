import { permissionKey } from '@qd/contract-kit'
import type { Place } from '@qd/player-diff'
import { touchesSensitive } from '@qd/protocol-model'
import type { DiffInfo, ProtocolDefinition } from '@qd/protocol-model'
import { formatMoment, permissionTitle } from '@qd/web-base'
import { useCallback } from 'react'
import { editPlayerData, editSensitive } from '../../contract/index.ts'
import { awaitedAt } from '../model/awaited.ts'
import type { Awaited } from '../model/awaited.ts'
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

/** That an answer is awaited, in words. */
export function awaitedText(t: EditTexts, { edit }: Awaited): string {
  return t('lock.awaited', { actor: edit.actor, time: formatMoment(edit.at) })
}

/** Why a place cannot be changed, in words: a right is missing, or an edit there waits for its answer. Null: it can. */
export function lockText(
  t: EditTexts,
  protocol: ProtocolDefinition,
  place: Place,
  at: Rights & Pick<EditorPlace, 'unknown'>,
): string | null {
  const right = missingRight(protocol, place, at)
  if (right !== null) return neededText(t, right)
  const awaited = awaitedAt(at.unknown, place)
  return awaited === null ? null : awaitedText(t, awaited)
}

/** Whether the key a row or element stands under is this field. */
export function isKeyOf(info: DiffInfo, fieldName: string): boolean {
  return info.key !== '' && info.key === fieldName
}

/** Why a place cannot be changed here, in words; null: it can. */
export function useLock(): (place: Place, isKey?: boolean) => string | null {
  const t = useEditTexts()
  const { canEdit, canEditSensitive, unknown } = useEditorPlace()
  const protocol = useSessionPart((session) => session.draft.protocol)
  return useCallback(
    (place, isKey = false) =>
      lockText(t, protocol, place, { canEdit, canEditSensitive, unknown }) ?? (isKey ? t('lock.key') : null),
    [t, canEdit, canEditSensitive, unknown, protocol],
  )
}
