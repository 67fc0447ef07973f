import { formatMoment } from '@qd/web-base'
import type { ReactNode } from 'react'
import { useEditorPlace, useSessionPart } from '../state/editor-context.ts'
import { useLostPlace } from '../state/use-lost-place.ts'
import { useEditTexts } from '../texts.ts'
import { EditorBanner } from './editor-banner.tsx'

/** The player's server does not answer; that the console itself cannot be reached is told above every page. */
export function ServerBanner(): ReactNode {
  const t = useEditTexts()
  const { at, servers } = useEditorPlace()
  const loadedAtMs = useSessionPart((session) => session.loadedAtMs)
  const lost = useLostPlace()
  if (lost === null || lost.isOutage) return null
  const server = `S${at.sId} ${servers.get(String(at.sId)) ?? ''}`.trim()
  return (
    <EditorBanner tone="warn">
      {t('banner.serverLost', { server, time: formatMoment(loadedAtMs) })}
    </EditorBanner>
  )
}
