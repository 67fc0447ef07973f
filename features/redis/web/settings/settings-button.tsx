import { IconButton } from '@qd/web-controls'
import { Settings2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../texts.ts'
import { openSettings } from './settings-dialog.tsx'

/** Opens the settings; stands at the head of the connections. */
export function SettingsButton(): ReactNode {
  const t = useRedisTexts()
  return (
    <IconButton isSmall label={t('settings.title')} aria-haspopup="dialog" onClick={openSettings}>
      <Settings2 size={14} aria-hidden />
    </IconButton>
  )
}
