import { formatMoment } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'
import { Button } from 'antd'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { openAside } from '../pending/aside-dialog.tsx'
import { openConflicts } from '../pending/conflict-dialog.tsx'
import { openPendingList } from '../pending/pending-list-dialog.tsx'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import { draftActions, useEditor } from '../state/editor-store.ts'
import { useEditTexts } from '../texts.ts'
import { EditorBanner } from './editor-banner.tsx'
import { ServerBanner } from './server-banner.tsx'
import { UnknownBanner } from './unknown-banner.tsx'

/** Changes that came back from an earlier page: kept unless the operator throws them away. */
function RestoredBanner(): ReactNode {
  const t = useEditTexts()
  const place = useEditorPlace()
  const { restored } = useEditorSession()
  if (restored === null) return null
  const dismiss = (): void => useEditor.getState().patch(place.player, { restored: null })
  const discard = (): void => {
    draftActions.revertAll(place.player)
    dismiss()
  }
  return (
    <EditorBanner
      tone="info"
      action={
        <>
          <Button size="small" onClick={() => openPendingList(place)}>
            {t('draft.look')}
          </Button>
          <Button size="small" onClick={discard}>
            {t('draft.discard')}
          </Button>
          <Button size="small" type="primary" onClick={dismiss}>
            {t('draft.keep')}
          </Button>
        </>
      }
    >
      {t('draft.restored', { count: restored.count, time: formatMoment(restored.savedAtMs) })}
    </EditorBanner>
  )
}

/** Changes a new definition has no place for. */
function AsideBanner(): ReactNode {
  const t = useEditTexts()
  const place = useEditorPlace()
  const { aside } = useEditorSession()
  if (aside.length === 0) return null
  return (
    <EditorBanner
      tone="warn"
      action={
        <Button size="small" onClick={() => openAside(place)}>
          {t('draft.look')}
        </Button>
      }
    >
      {t('draft.aside', { count: aside.length })}
    </EditorBanner>
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
        <EditorBanner tone="warn">{t('banner.refused', { reason: refusedReason })}</EditorBanner>
      )}
      <ServerBanner />
      <UnknownBanner />
      <RestoredBanner />
      <AsideBanner />
      {foreign === null ? null : (
        <EditorBanner
          tone="info"
          action={
            <IconButton
              label={t('banner.close')}
              onClick={() => useEditor.getState().patch(place.player, { foreign: null })}
            >
              <X size={14} aria-hidden />
            </IconButton>
          }
        >
          {t('banner.foreign', { actor: foreign.actor, time: formatMoment(foreign.at) })}
        </EditorBanner>
      )}
      {draft.moved.size === 0 ? null : (
        <EditorBanner
          tone="warn"
          action={
            <Button size="small" onClick={() => openConflicts(place, [])}>
              {t('banner.decide')}
            </Button>
          }
        >
          {t('banner.moved', { count: draft.moved.size })}
        </EditorBanner>
      )}
    </>
  )
}
