import { textByKey, useSession, useTexts, userReaches } from '@qd/web-base'
import { useScope } from '@qd/web-calls'
import { useFeatures } from '@qd/web-frame'
import type { Level } from '@qd/contract-kit'
import type { MenuGroup, PageSpec } from '@qd/web-frame'
import { useShallow } from 'zustand/react/shallow'
import '../../boot/texts.ts'

export interface MenuEntry {
  /** First segment of the page's path. */
  address: string
  label: string
  /** Dropdown it stands in; absent: in the bar itself. */
  group: MenuGroup | undefined
  /** What has to be selected for the address itself; its page asks for what it needs. */
  level: Level
}

function entryOf(featureName: string, page: PageSpec): MenuEntry & { order: number } {
  const label = textByKey(featureName, page.titleKey)
  const { order = 0, group } = page.menu ?? {}
  return { address: `/${page.path.split('/:')[0]}`, label, group, level: 0, order }
}

/** Pages the user may open somewhere in the selection, in the order of the menu (S6.03). */
export function useMenuEntries(): MenuEntry[] {
  const features = useFeatures()
  const user = useSession((state) => state.userInfo)
  const place = useScope(useShallow(({ game }) => ({ game: game === '' ? undefined : game })))
  // Titles follow the language, which this subscribes to.
  useTexts('shell')
  return features
    .flatMap((feature) => feature.pages.map((page) => ({ feature: feature.name, page })))
    .filter(({ page }) => page.menu !== undefined)
    .filter(({ page }) => page.permission === undefined || userReaches(user, page.permission, place))
    .map(({ feature, page }) => entryOf(feature, page))
    .sort((a, b) => a.order - b.order)
}
