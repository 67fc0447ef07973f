import { IconButton } from '@qd/web-controls'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { EditorBanner } from '../editor/editor-banner.tsx'
import { useEditTexts } from '../texts.ts'
import { useViewInAddress } from './use-view-in-address.ts'

/** Keeps the address of a player at what is in view, and says of a link what it leads to no more. */
export function LinkBanner(): ReactNode {
  const t = useEditTexts()
  const { gone, dismiss } = useViewInAddress()
  if (gone === null) return null
  return (
    <EditorBanner
      tone="warn"
      action={
        <IconButton label={t('banner.close')} onClick={dismiss}>
          <X size={14} aria-hidden />
        </IconButton>
      }
    >
      {gone.kind === 'row'
        ? t('banner.rowGone', { module: gone.name, row: gone.row })
        : t('banner.moduleGone', { module: gone.name })}
    </EditorBanner>
  )
}
