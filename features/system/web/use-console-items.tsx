import { useInstallOffer } from '@qd/web-base'
import { useAction } from '@qd/web-calls'
import type { MenuItem } from '@qd/web-controls'
import { AppWindow, CircleArrowUp } from 'lucide-react'
import { updateStatus } from '../contract/index.ts'
import { useSystemTexts } from './texts.ts'
import { openUpdates } from './updates/open-updates.tsx'

/** The console in the user's menu: its updates for those who manage them, its window where the browser offers one. */
export function useConsoleItems(): MenuItem[] {
  const t = useSystemTexts()
  const { isAllowed } = useAction(updateStatus)
  const install = useInstallOffer((state) => state.install)
  const updates = {
    key: 'updates',
    label: t('updates.title'),
    icon: <CircleArrowUp size={15} aria-hidden />,
    onSelect: openUpdates,
  }
  const window =
    install === null
      ? []
      : [
          {
            key: 'install',
            label: t('install.title'),
            icon: <AppWindow size={15} aria-hidden />,
            onSelect: install,
          },
        ]
  return isAllowed ? [updates, ...window] : window
}
