import { currentPath, textByKey, useIsMobile, useSession, useTexts, userReaches } from '@qd/web-base'
import { useScope } from '@qd/web-calls'
import { copyAloud, useFeatures } from '@qd/web-frame'
import { Keyboard, Link, PanelLeft, Settings2, Zap } from 'lucide-react'
import { useShallow } from 'zustand/react/shallow'
import '../../boot/texts.ts'
import { openShortcutSheet } from '../keys/shortcut-sheet.tsx'
import { openOverlay, toggleSidebar } from '../shell-state.ts'
import type { PaletteEntry } from './palette-entry.ts'

/** The page in view, for a colleague. */
function copyLink(): void {
  void copyAloud(`${window.location.href.split('#')[0]}#${currentPath()}`)
}

/** What features offer to do. */
function useFeatureCommands(): PaletteEntry[] {
  const features = useFeatures()
  const user = useSession((state) => state.userInfo)
  const place = useScope(useShallow(({ game }) => ({ game: game === '' ? undefined : game })))
  return features.flatMap(({ name, commands = [] }) =>
    commands
      .filter(({ permission }) => permission === undefined || userReaches(user, permission, place))
      .map(({ id, titleKey, icon = Zap, keys, run }) => ({
        id: `command ${name}.${id}`,
        section: 'command' as const,
        title: textByKey(name, titleKey),
        icon,
        ...(keys === undefined ? {} : { keys }),
        run,
      })),
  )
}

/** What can be done from anywhere. */
export function useCommandEntries(): PaletteEntry[] {
  const t = useTexts('shell')
  const isMobile = useIsMobile()
  const command = (id: string, title: string, rest: Omit<PaletteEntry, 'id' | 'section' | 'title'>) => ({
    id: `command ${id}`,
    section: 'command' as const,
    title,
    ...rest,
  })
  return [
    command('settings', t('settings.title'), { icon: Settings2, run: () => openOverlay('settings') }),
    command('keys', t('keys.title'), { icon: Keyboard, keys: '?', run: openShortcutSheet }),
    command('link', t('palette.copyLink'), { icon: Link, run: copyLink }),
    ...(isMobile
      ? []
      : [command('sidebar', t('keys.menu'), { icon: PanelLeft, keys: 'mod+b', run: toggleSidebar })]),
    ...useFeatureCommands(),
  ]
}
