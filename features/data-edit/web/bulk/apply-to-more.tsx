import { goTo } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'
import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { wireChanges } from '@qd/player-edit'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import { changeLabel } from '../values/change-label.ts'
import { useBulkDraft } from './bulk-draft.ts'
import type { DraftChange } from './bulk-draft.ts'
import { CHANGES_MAX, isWholeNumber } from './draft-change.ts'

/** Takes the pending changes of this player to the page where they are made in many. */
export function ApplyToMore(): ReactNode {
  const t = useEditTexts()
  const place = useEditorPlace()
  const session = useEditorSession()
  const { draft } = session
  if (!place.canBulk || !place.canEdit || draft.changes.length === 0) return null
  const take = (): void => {
    const wired = wireChanges(draft.changes)
    const changes = draft.changes.map((change, index): DraftChange => {
      const { module, row, field } = changeLabel(draft.protocol, change, { data: draft.data, place })
      const label = [module, row, field].filter((part) => part !== '').join(' · ')
      return { change: wired[index]!, label, isWhole: isWholeNumber(draft.protocol, change) }
    })
    useBulkDraft.getState().patch({ changes })
    goTo('/bulkEdit')
  }
  return (
    <IconButton label={t('bulk.applyToMore')} disabled={draft.changes.length > CHANGES_MAX} onClick={take}>
      <Users size={15} aria-hidden />
    </IconButton>
  )
}
