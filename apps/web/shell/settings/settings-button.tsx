import { useTexts } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'
import { Settings2 } from 'lucide-react'
import type { ReactNode } from 'react'
import '../../boot/texts.ts'
import { openOverlay } from '../shell-state.ts'

export function SettingsButton(): ReactNode {
  const t = useTexts('shell')
  return (
    <IconButton label={t('settings.title')} aria-haspopup="dialog" onClick={() => openOverlay('settings')}>
      <Settings2 size={16} aria-hidden />
    </IconButton>
  )
}
