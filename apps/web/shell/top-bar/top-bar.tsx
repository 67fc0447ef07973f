import { QuickLinks } from '@qd/menu/web'
import { ScopeBar, ServerClock, UIdBox } from '@qd/scope/web'
import { LanguageMenu, ThemeSwitch, Wheel } from '@qd/session/web'
import { useMediaQuery, useSettings } from '@qd/web-base'
import { Slot } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { MessageButton } from '../messages/message-button.tsx'
import { SettingsButton } from '../settings/settings-button.tsx'
import { useShellState } from '../shell-state.ts'
import styles from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

/** Narrower than this the clock moves into the menu bar. */
export const CLOCK_ON_TOP = '(min-width: 1360px)'

/** Language and theme have buttons of their own where there is room; the settings hold them anyway. */
const ROOMY = '(min-width: 1560px)'

function Brand(): ReactNode {
  return (
    <Link to="/index" className={styles.brand} aria-label="Quarterdeck">
      <Wheel className={styles.wheel} />
      <span>Quarterdeck</span>
    </Link>
  )
}

/** The 48 px bar: where you are, whom you look at, what time it is there. */
export function TopBar(): ReactNode {
  const isWide = useMediaQuery(CLOCK_ON_TOP)
  const isRoomy = useMediaQuery(ROOMY)
  const hasLogo = useSettings((state) => state.sidebarLogo)
  // The sidebar shows the mark itself.
  const hasSidebar = useShellState((state) => state.isSidebarOpen)
  return (
    <header className={styles.bar}>
      {hasLogo && !hasSidebar ? <Brand /> : null}
      <ScopeBar />
      <UIdBox />
      <Slot name="topBar" />
      <div className={styles.right}>
        <Slot name="topBarEnd" />
        <MessageButton />
        {isWide ? <ServerClock /> : null}
        <QuickLinks />
        {isRoomy ? <LanguageMenu /> : null}
        {isRoomy ? <ThemeSwitch /> : null}
        <SettingsButton />
        <UserMenu />
      </div>
    </header>
  )
}
