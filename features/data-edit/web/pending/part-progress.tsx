import { Button } from 'antd'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { MAX_CHANGES } from '../../contract/index.ts'
import { groupDigits } from '@qd/web-controls/fields'
import { partCount } from '../model/commit-parts.ts'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { useEditTexts } from '../texts.ts'
import styles from './pending-panel.module.css'

/** That a commit will go in several parts, and while it goes: how far it is and a way to stop it. */
export function PartProgressLine(): ReactNode {
  const t = useEditTexts()
  const { player } = useEditorPlace()
  const { draft, progress, busy } = useEditorSession()
  const parts = useMemo(() => partCount(draft.changes), [draft.changes])
  if (progress === null) {
    if (parts <= 1 || busy !== null) return null
    return (
      <p className={styles.parts}>
        {t('parts.plan', { count: parts, most: groupDigits(String(MAX_CHANGES)) })}
      </p>
    )
  }
  const { done, count, isStopping } = progress
  const stop = (): void => useEditor.getState().patch(player, { progress: { ...progress, isStopping: true } })
  const text = t(busy === 'check' ? 'parts.checking' : 'parts.committing', { at: done + 1, count })
  return (
    <div className={styles.progress}>
      <span role="status">{isStopping ? t('parts.stopping') : text}</span>
      <progress max={count} value={done} aria-label={text} />
      <Button size="small" disabled={isStopping} onClick={stop}>
        {t('parts.stop')}
      </Button>
    </div>
  )
}
