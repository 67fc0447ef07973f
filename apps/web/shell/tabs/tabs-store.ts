import { storedState } from '@qd/web-base'
import { whenSessionEnds, whenSessionGoesOn } from '@qd/web-calls'
import { hasDialog, unsavedInTab, useUnsaved } from '@qd/web-frame'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import {
  NO_TABS,
  closeTabs,
  moveTab,
  nameTab,
  pinTab,
  refreshTab,
  reopenTab,
  showTab,
  startTabs,
} from './tab-list.ts'
import type { TabEntry, TabList, TabRules } from './tab-list.ts'
import { affixedPlaces } from './tab-place.ts'
import type { FeaturePage, TabPlace } from './tab-place.ts'

export interface TabsState extends TabList {
  /** Whose tabs these are: nobody takes over another operator's. */
  owner: string
  start(owner: string, pages: readonly FeaturePage[]): void
  show(place: TabPlace, rules: TabRules): void
  close(ids: readonly string[]): void
  /** The tab in view closes when another one is shown. */
  leave(id: string): void
  pin(id: string, isPinned: boolean): void
  move(id: string, to: number): void
  refresh(id: string): void
  rename(id: string, name: string): void
  /** Puts the tab closed last back into the bar. */
  reopen(): TabEntry | null
  reset(): void
}

/** What must not be unmounted for want of room: unsaved changes and open dialogs. */
export function isBusy(id: string): boolean {
  return unsavedInTab(useUnsaved.getState().counts, id) > 0 || hasDialog(id)
}

/** The rules of the composed pages. */
export function rulesOf(pages: readonly FeaturePage[]): TabRules {
  const uncached = new Set(pages.filter(({ page }) => page.isUncached === true).map(({ page }) => page.path))
  return { isBusy, isUncached: (page) => uncached.has(page) }
}

/** Open tabs of this browser; they survive a reload, what is mounted does not (S4.07). */
export const useTabs = create<TabsState>()(
  persist(
    (set, get) => ({
      ...NO_TABS,
      owner: '',
      start: (owner, pages) =>
        set((state) => {
          const known = state.owner === owner || state.owner === '' ? state : { ...state, ...NO_TABS }
          const paths = new Set(pages.map(({ page }) => page.path))
          return { ...startTabs(known, affixedPlaces(pages), (page) => paths.has(page)), owner }
        }),
      show: (place, rules) => set((state) => showTab(state, place, rules)),
      close: (ids) => set((state) => closeTabs(state, ids)),
      leave: (leaving) => set({ leaving }),
      pin: (id, isPinned) => set((state) => pinTab(state, id, isPinned)),
      move: (id, to) => set((state) => moveTab(state, id, to)),
      refresh: (id) => set((state) => refreshTab(state, id)),
      rename: (id, name) => set((state) => nameTab(state, id, name)),
      reopen() {
        const { list, tab } = reopenTab(get())
        set(list)
        return tab
      },
      reset: () => set({ ...NO_TABS, owner: '' }),
    }),
    {
      name: 'tabs',
      version: 1,
      storage: storedState(),
      partialize: ({ owner, tabs, recency, closed }) => ({ owner, tabs, recency, closed }),
    },
  ),
)

whenSessionEnds(() => useTabs.getState().reset())
whenSessionGoesOn(() => useTabs.setState({}))
