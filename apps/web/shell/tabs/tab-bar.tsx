import { useTexts } from '@qd/web-base'
import { playerOfAddress } from '@qd/web-calls'
import { FloatingMenu } from '@qd/web-tables'
import type { MenuPlace } from '@qd/web-tables'
import { useCallback, useRef, useState } from 'react'
import type { ReactNode, WheelEvent } from 'react'
import { useLocation } from 'react-router'
import '../../boot/texts.ts'
import { OpenTabs } from './open-tabs.tsx'
import { addressOfTab } from './tab-actions.tsx'
import styles from './tab-bar.module.css'
import { TabLink } from './tab-link.tsx'
import { isFixed } from './tab-list.ts'
import type { TabEntry } from './tab-list.ts'
import { tabMenuItems } from './tab-menu-items.tsx'
import { useTabTitles } from './tab-title.ts'
import { useTabs } from './tabs-store.ts'
import { usePlace } from './use-pages.ts'
import { useTabDrag } from './use-tab-drag.ts'

function scrollByWheel({ currentTarget, deltaX, deltaY }: WheelEvent<HTMLElement>): void {
  if (deltaX === 0) currentTarget.scrollLeft += deltaY
}

/** The open pages: pinned ones left, then the others in the order they were opened or moved to. */
export function TabBar(): ReactNode {
  const t = useTexts('shell')
  const bar = useRef<HTMLElement>(null)
  const { pathname, search } = useLocation()
  const place = usePlace()
  const leaving = useTabs((state) => state.leaving)
  const tabs = useTabs((state) => state.tabs).filter(({ id }) => id !== leaving)
  const titles = useTabTitles(tabs)
  const [menu, setMenu] = useState<{ tab: TabEntry; at: MenuPlace } | null>(null)
  const closeMenu = useCallback(() => setMenu(null), [])
  const { dragged, grab } = useTabDrag(bar)
  const uId = playerOfAddress(`${pathname}${search}`)
  const linkTo = (tab: TabEntry) => (
    <TabLink
      key={tab.id}
      tab={tab}
      title={titles.get(tab.id) ?? ''}
      to={addressOfTab(tab, uId)}
      isActive={tab.id === place?.id}
      isDragged={tab.id === dragged}
      onMenu={(of, at) => setMenu({ tab: of, at })}
      onGrab={grab}
    />
  )
  return (
    <nav ref={bar} className={styles.bar} aria-label={t('tabs.label')}>
      <div className={styles.pinned} onWheel={scrollByWheel}>
        {tabs.filter(isFixed).map(linkTo)}
      </div>
      <div className={styles.scroll} onWheel={scrollByWheel}>
        {tabs.filter((tab) => !isFixed(tab)).map(linkTo)}
      </div>
      <OpenTabs />
      {menu === null ? null : (
        <FloatingMenu
          label={t('tabs.menu.label', { name: titles.get(menu.tab.id) ?? '' })}
          place={menu.at}
          items={tabMenuItems(menu.tab)}
          onClose={closeMenu}
        />
      )}
    </nav>
  )
}
