import { formatInstant, IconButton } from '@qd/web-kit'
import { Button } from 'antd'
import { Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { openConflicts } from '../pending/conflict-dialog.tsx'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { useEditTexts } from '../texts.ts'
import styles from './editor-banners.module.css'

interface BannerProps {
  tone: 'info' | 'warn'
  children: ReactNode
  action?: ReactNode
}

function Banner({ tone, children, action }: BannerProps): ReactNode {
  return (
    <div className={styles.banner} data-tone={tone} role="status">
      {tone === 'warn' ? <TriangleAlert size={15} aria-hidden /> : <Info size={15} aria-hidden />}
      <span className={styles.text}>{children}</span>
      {action}
    </div>
  )
}

/** Above the editor: somebody else's commit, values that moved, a definition that was refused. */
export function EditorBanners({ refusedReason }: { refusedReason: string | null }): ReactNode {
  const t = useEditTexts()
  const place = useEditorPlace()
  const { foreign, draft } = useEditorSession()
  return (
    <>
      {refusedReason === null ? null : (
        <Banner tone="warn">{t('banner.refused', { reason: refusedReason })}</Banner>
      )}
      {foreign === null ? null : (
        <Banner
          tone="info"
          action={
            <IconButton
              label={t('banner.close')}
              onClick={() => useEditor.getState().patch(place.uId, { foreign: null })}
            >
              <X size={14} aria-hidden />
            </IconButton>
          }
        >
          {t('banner.foreign', { actor: foreign.actor, time: formatInstant(foreign.at) })}
        </Banner>
      )}
      {draft.moved.size === 0 ? null : (
        <Banner
          tone="warn"
          action={
            <Button size="small" onClick={() => openConflicts(place, [])}>
              {t('banner.decide')}
            </Button>
          }
        >
          {t('banner.moved', { count: draft.moved.size })}
        </Banner>
      )}
    </>
  )
}
