import { formatMoment } from '@qd/web-base'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useEditorPlace } from '../state/editor-context.ts'
import { useAskUnknown, useUnknownEdits } from '../state/use-unknown-edits.ts'
import { useEditTexts } from '../texts.ts'
import { EditorBanner } from './editor-banner.tsx'

/** Edits whose answer was lost: said at once and after every reload, until the game has told what became of them. */
export function UnknownBanner(): ReactNode {
  const t = useEditTexts()
  const { canEdit } = useEditorPlace()
  const edits = useUnknownEdits()
  const { isAsking, failure, ask } = useAskUnknown(edits)
  const [newest] = edits
  if (newest === undefined) return null
  return (
    <EditorBanner
      tone="warn"
      action={
        canEdit ? (
          <Button size="small" loading={isAsking} onClick={ask}>
            {t('unknown.ask')}
          </Button>
        ) : null
      }
    >
      {t('unknown.text', { count: edits.length, actor: newest.actor, time: formatMoment(newest.at) })}{' '}
      {failure}
    </EditorBanner>
  )
}
