import { useTexts } from '@qd/web-base'
import { useShortcut } from '@qd/web-frame'
import '../../boot/texts.ts'
import { closeTab, reopenClosed, showPrevious, tabInView } from './tab-actions.tsx'

/** Closes the tab in view, brings the last closed one back, goes to the one used before. */
export function useTabKeys(): void {
  const t = useTexts('shell')
  const group = t('tabs.label')
  useShortcut('mod+alt+shift+w', () => closeTab(tabInView()), { group, label: t('tabs.keys.close') })
  useShortcut('mod+alt+shift+t', reopenClosed, { group, label: t('tabs.menu.reopen') })
  useShortcut('mod+alt+shift+q', showPrevious, { group, label: t('tabs.keys.previous') })
}
