import type { ReactNode } from 'react'
import { useEditorPlace } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import { EditorBanner } from './editor-banner.tsx'

/** Says of a player whose server was merged where they are read and written now. */
export function MovedBanner({ sId, movedFrom }: { sId: number; movedFrom: number | null }): ReactNode {
  const t = useEditTexts()
  const name = useEditorPlace().servers.get(String(sId))
  if (movedFrom === null) return null
  const home = name === undefined ? `S${sId}` : `S${sId} ${name}`
  return <EditorBanner tone="info">{t('banner.merged', { from: `S${movedFrom}`, home })}</EditorBanner>
}
