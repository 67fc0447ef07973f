import { currentPath, goTo, useIsMobile, useSettings, useTexts } from '@qd/web-base'
import { addressWithPlayer, playerOfAddress } from '@qd/web-calls'
import { submitForm, useShortcut } from '@qd/web-frame'
import '../../boot/texts.ts'
import { openOverlay, toggleSidebar, useShellState } from '../shell-state.ts'
import { refreshAfterAsking, tabInView } from '../tabs/tab-actions.tsx'
import { useTabs } from '../tabs/tabs-store.ts'
import { openShortcutSheet } from './shortcut-sheet.tsx'

/** The tab in view, not the whole console (S9.07). */
function refresh(): void {
  const tab = useTabs.getState().tabs.find(({ id }) => id === tabInView())
  if (tab !== undefined) refreshAfterAsking(tab)
}

function goHome(): void {
  goTo(addressWithPlayer('/index', playerOfAddress(currentPath())))
}

/** What the keyboard does on every page after sign-in; r, h, m and enter are kept from the browser (S9.07). */
export function useShellShortcuts(): void {
  const t = useTexts('shell')
  const isMobile = useIsMobile()
  const isReloadOurs = useSettings((state) => !state.browserReload)
  const togglePalette = () =>
    useShellState.getState().overlay === 'palette'
      ? useShellState.setState({ overlay: null })
      : openOverlay('palette')
  const menu = isMobile ? () => openOverlay('menu') : toggleSidebar
  useShortcut('mod+enter', submitForm, { label: t('keys.submit'), worksInDialogs: true, isTaken: true })
  useShortcut('mod+b', menu, { label: t('keys.menu') })
  useShortcut('mod+m', menu, { label: t('keys.menu'), isTaken: true })
  useShortcut('mod+h', goHome, { label: t('keys.home'), isTaken: true })
  useShortcut('mod+r', refresh, { isOn: isReloadOurs, label: t('keys.refresh'), isTaken: true })
  useShortcut('?', openShortcutSheet, { label: t('keys.title') })
  useShortcut('mod+k', togglePalette, { label: t('palette.title') })
}
