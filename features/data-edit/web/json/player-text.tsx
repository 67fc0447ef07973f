import { scopeId } from '@qd/json-text'
import type { JsonScope } from '@qd/json-text'
import { placeText } from '@qd/protocol-model'
import type { Change } from '@qd/protocol-model'
import { permissionTitle } from '@qd/web-base'
import { LoadingRows } from '@qd/web-controls'
import { hiddenCharacters } from '@qd/web-controls/fields'
import { openConfirm, toast } from '@qd/web-frame'
import { TextView } from '@qd/web-json'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { awaitedAt } from '../model/awaited.ts'
import { modulesOf } from '../model/module-list.ts'
import { useEditorPlace, useSessionPart } from '../state/editor-context.ts'
import { missingRight } from '../state/use-lock.ts'
import { useEditTexts } from '../texts.ts'
import { useJsonLevels } from './use-json-levels.ts'
import { useJsonText } from './use-json-text.ts'

/** Places a message names at most. */
const MOST_LOCKED = 6

/** Characters nobody sees, in what the changes would write. */
function hiddenIn(changes: readonly Change[]): string[] {
  const found = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value === 'string') for (const { code } of hiddenCharacters(value)) found.add(code)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look)
  }
  for (const { value } of changes) look(value)
  return [...found]
}

const named = (changes: readonly Change[]): string =>
  changes
    .slice(0, MOST_LOCKED)
    .map((change) => placeText(change))
    .join(', ')

/** Places of the changes that need another right, and that right; null: none. */
function lockedIn(changes: readonly Change[], missing: (change: Change) => string | null) {
  const locked = changes.filter((change) => missing(change) !== null)
  const right = locked[0] === undefined ? null : missing(locked[0])
  return right === null ? null : { fields: named(locked), permission: permissionTitle(right) }
}

/** Part of a player's data as text, applied as a set of changes to the draft. */
export function PlayerText({ scope, chooser }: { scope: JsonScope; chooser: ReactNode }): ReactNode {
  const t = useEditTexts()
  const rights = useEditorPlace()
  const { uId, canEdit } = rights
  const protocol = useSessionPart((session) => session.draft.protocol)
  const modules = useMemo(() => modulesOf(protocol), [protocol])
  const { levels, isPending } = useJsonLevels()
  const text = useJsonText(scope)
  const take = (changes: readonly Change[]): void => {
    text.apply(changes)
    toast.success(changes.length === 0 ? t('json.noChange') : t('json.applied', { count: changes.length }))
  }
  const apply = async (): Promise<void> => {
    if (!canEdit || !text.isDirty) return
    const difference = await text.difference()
    if (difference === null) return
    if (difference === 'faults') return toast.error(t('json.faulty'))
    const locked = lockedIn(difference.changes, (change) => missingRight(protocol, change, rights))
    if (locked !== null) return toast.error(t('json.locked', locked))
    const awaited = difference.changes.filter((change) => awaitedAt(rights.unknown, change) !== null)
    if (awaited.length > 0) return toast.error(t('json.awaited', { fields: named(awaited) }))
    const hidden = hiddenIn(difference.changes)
    if (hidden.length === 0) return take(difference.changes)
    openConfirm({
      title: t('json.hiddenTitle'),
      text: t('json.hiddenText', { codes: hidden.slice(0, 12).join(', ') }),
      action: t('json.hiddenKeep'),
      run: async () => take(difference.changes),
    })
  }
  // Folding needs to know how deep; the settings come once per session.
  if (isPending) return <LoadingRows />
  const name = `${uId}-${scopeId(scope)
    .replaceAll(/[^\w-]/g, '_')
    .replace(/^_$/, 'player')}.json`
  return (
    <TextView
      definition={{ protocol, scope, modules }}
      text={text}
      label={t('json.label')}
      fileName={name}
      canEdit={canEdit}
      levels={levels.deep}
      onApply={() => void apply()}
      chooser={chooser}
    />
  )
}
