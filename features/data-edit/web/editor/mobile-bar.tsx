import { IconButton } from '@qd/web-controls'
import { Button } from 'antd'
import { Redo2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEditorPlace, useSessionPart } from '../state/editor-context.ts'
import { draftActions } from '../state/editor-store.ts'
import { useEditTexts } from '../texts.ts'
import styles from './editor.module.css'

/** Sticky actions of the narrow layout: undo, redo, and the way to the pending changes. */
export function MobileBar({ onReview }: { onReview: () => void }): ReactNode {
  const t = useEditTexts()
  const { player, canEdit } = useEditorPlace()
  const draft = useSessionPart((session) => session.draft)
  if (!canEdit) return null
  return (
    <div className={styles.bar} data-foot>
      <IconButton
        label={t('keys.undo')}
        disabled={draft.past.length === 0}
        onClick={() => draftActions.undo(player)}
      >
        <Undo2 size={16} aria-hidden />
      </IconButton>
      <IconButton
        label={t('keys.redo')}
        disabled={draft.future.length === 0}
        onClick={() => draftActions.redo(player)}
      >
        <Redo2 size={16} aria-hidden />
      </IconButton>
      <Button type="primary" disabled={draft.changes.length === 0} onClick={onReview}>
        {t('pending.review', { count: draft.changes.length })}
      </Button>
    </div>
  )
}
