import { wireChanges } from '@qd/player-edit'
import { goTo } from '@qd/web-base'
import { useMay } from '@qd/web-calls'
import { IconButton } from '@qd/web-controls'
import type { WebSlots } from '@qd/web-frame'
import { Users } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { bulkStart } from '../contract/index.ts'
import { useBulkTexts } from './texts.ts'
import { useBulkDraft } from './bulk-draft.ts'
import type { DraftChange } from './bulk-draft.ts'
import { CHANGES_MAX, isWholeNumber } from './draft-change.ts'

type PendingChanges = ComponentProps<NonNullable<WebSlots['pendingChanges']>>

/** Takes the pending changes of a player to the page where they are made in many. */
export function ApplyToMore({ protocol, changes, nameOf, at }: PendingChanges): ReactNode {
  const t = useBulkTexts()
  if (!useMay(bulkStart, at)) return null
  const take = (): void => {
    const wired = wireChanges(changes)
    const drafts = changes.map((change, index): DraftChange => ({
      change: wired[index]!,
      label: nameOf(change),
      isWhole: isWholeNumber(protocol, change),
    }))
    useBulkDraft.getState().patch({ changes: drafts })
    goTo('/bulkEdit')
  }
  return (
    <IconButton label={t('applyToMore')} disabled={changes.length > CHANGES_MAX} onClick={take}>
      <Users size={15} aria-hidden />
    </IconButton>
  )
}
