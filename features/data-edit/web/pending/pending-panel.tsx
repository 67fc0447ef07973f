import { scopePath } from '@qd/contract-kit'
import { IconButton, Panel, Tag } from '@qd/web-controls'
import { EmptyState, Slot } from '@qd/web-frame'
import type { Change } from '@qd/protocol-model'
import { GitCompareArrows, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import { draftActions } from '../state/editor-store.ts'
import { useEditTexts } from '../texts.ts'
import { changeLabel } from '../values/change-label.ts'
import { ChangeList } from './change-list.tsx'
import { CheckReport } from './check-report.tsx'
import { CommitBar } from './commit-bar.tsx'
import type { OwnRequest } from './commit-bar.tsx'
import styles from './pending-panel.module.css'

/** What other features do with the pending changes. */
function MoreForChanges(): ReactNode {
  const place = useEditorPlace()
  const { protocol, data, changes } = useEditorSession().draft
  if (!place.canEdit || changes.length === 0) return null
  const nameOf = (change: Change): string => {
    const { module, row, field } = changeLabel(protocol, change, { data, place })
    return [module, row, field].filter((part) => part !== '').join(' · ')
  }
  return <Slot name="pendingChanges" values={{ protocol, changes, nameOf, at: place.rightsAt }} />
}

/** Everything that waits to be committed, and what the server would do with it. */
export function PendingPanel({ onClose, tabs }: { onClose?: () => void; tabs?: ReactNode }): ReactNode {
  const t = useEditTexts()
  const { player, canEdit, uId, rightsAt } = useEditorPlace()
  const { draft, outcome, failure, reason } = useEditorSession()
  // What waits for others: known here, so that nobody hands the same in again.
  const [asked, setAsked] = useState<OwnRequest | null>(null)
  const count = draft.changes.length
  return (
    <Panel
      className={styles.panel}
      label={t('pending.title')}
      title={tabs ?? t('pending.title')}
      icon={tabs === undefined ? <GitCompareArrows size={15} aria-hidden /> : undefined}
      count={tabs !== undefined || count === 0 ? undefined : <Tag tone="warn">{count}</Tag>}
      actions={
        <>
          <MoreForChanges />
          {/* An icon: beside the tabs there is no room for these words in most languages. */}
          <IconButton
            label={t('pending.revertAll')}
            disabled={count === 0}
            onClick={() => draftActions.revertAll(player)}
          >
            <RotateCcw size={15} aria-hidden />
          </IconButton>
          {onClose === undefined ? null : (
            <IconButton label={t('banner.close')} onClick={onClose}>
              <X size={15} aria-hidden />
            </IconButton>
          )}
        </>
      }
    >
      <div className={styles.scroll}>
        {count === 0 && outcome === null && failure === null ? (
          <EmptyState
            title={canEdit ? t('pending.none') : t('readOnly')}
            hint={canEdit ? t('pending.noneHint') : t('readOnlyHint')}
          />
        ) : null}
        <ChangeList changes={draft.changes} />
        <CheckReport />
      </div>
      {canEdit ? (
        <Slot
          name="ownRequests"
          values={{ page: `/dataModify/${uId}`, scope: scopePath(rightsAt), onKnown: setAsked }}
        />
      ) : null}
      {/* Who lost the right while typing keeps what they typed. */}
      {canEdit || count > 0 || reason !== '' ? <CommitBar asked={asked} /> : null}
    </Panel>
  )
}
