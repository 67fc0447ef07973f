import { textByKey, useTexts } from '@qd/web-base'
import '../../boot/texts.ts'
import type { TabEntry } from './tab-list.ts'
import type { FeaturePage } from './tab-place.ts'
import { usePages } from './use-pages.ts'

function recordText({ record }: TabEntry): string {
  return Object.values(record).join(' · ')
}

/** What a tab is called: by its page for this record, else by the page's title and the record. */
export function titleOf(tab: TabEntry, page: FeaturePage | undefined): string {
  if (tab.name !== '') return page?.page.namedTitle?.(tab.name) ?? tab.name
  if (page === undefined) return tab.address
  const own = page.page.tabTitle?.(tab.record)
  if (own !== undefined) return own
  const title = textByKey(page.feature, page.page.titleKey)
  return [title, recordText(tab)].filter((part) => part !== '').join(' · ')
}

/** Titles by id; two of the same name say their record too. */
export function distinctTitles(
  tabs: readonly TabEntry[],
  title: (tab: TabEntry) => string,
): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  for (const tab of tabs) counts.set(title(tab), (counts.get(title(tab)) ?? 0) + 1)
  return new Map(
    tabs.map((tab) => {
      const text = title(tab)
      const isShared = (counts.get(text) ?? 0) > 1 && recordText(tab) !== ''
      return [tab.id, isShared ? `${text} · ${recordText(tab)}` : text]
    }),
  )
}

/** Titles of the given tabs in the language of the screen. */
export function useTabTitles(tabs: readonly TabEntry[]): ReadonlyMap<string, string> {
  const pages = usePages()
  // Titles follow the language, which this subscribes to.
  useTexts('shell')
  const pageOf = new Map(pages.map((page) => [page.page.path, page]))
  return distinctTitles(tabs, (tab) => titleOf(tab, pageOf.get(tab.page)))
}
