import { AppWindow } from 'lucide-react'
import { showTab } from '../tabs/tab-actions.tsx'
import { useTabTitles } from '../tabs/tab-title.ts'
import { useTabs } from '../tabs/tabs-store.ts'
import type { PaletteEntry } from './palette-entry.ts'

/** The other open tabs, the one used last first. */
export function useTabEntries(): PaletteEntry[] {
  const tabs = useTabs((state) => state.tabs)
  const recency = useTabs((state) => state.recency)
  const titles = useTabTitles(tabs)
  return recency
    .slice(1)
    .filter((id) => titles.has(id))
    .map((id) => ({
      id: `tab ${id}`,
      section: 'tab',
      title: titles.get(id) ?? '',
      icon: AppWindow,
      run: () => showTab(id),
    }))
}
