import { diffInfoOf, leftOutOf, moduleNode } from '@qd/protocol-model'
import type { LeftOut } from '@qd/protocol-model'
import type { ReactNode } from 'react'
import { useEditorSession } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import { EditorBanner } from './editor-banner.tsx'

/** Names that are not carried: of the module in view by definition and data, and of whole modules. */
export function LeftOutBanner({ places }: { places: readonly LeftOut[] }): ReactNode {
  const t = useEditTexts()
  const { draft, diff } = useEditorSession()
  const { protocol } = draft
  const info = diffInfoOf(protocol, diff)
  const declared = info === null ? [] : leftOutOf(protocol, moduleNode(info))
  const found = places.filter(({ path }) => path.length === 0 || path[0] === info?.netKey)
  const names = new Set([...(protocol.leftOut ?? []), ...declared, ...found.flatMap((place) => place.names)])
  if (names.size === 0) return null
  return <EditorBanner tone="info">{t('banner.leftOut', { names: [...names].join(', ') })}</EditorBanner>
}
