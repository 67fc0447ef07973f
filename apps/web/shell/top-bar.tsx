import { ScopeBar, ServerClock, UIdBox } from '@qd/scope/web'
import { LanguageMenu, ThemeSwitch, UserMenu, Wheel } from '@qd/session/web'
import { Slot, useMediaQuery } from '@qd/web-kit'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { MessageButton } from './messages/message-button.tsx'
import { QuickLinks } from '@qd/menu/web'
import styles from './top-bar.module.css'

/** Narrower than this the clock moves into the menu bar. */
export const CLOCK_ON_TOP = '(min-width: 1360px)'

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
  return (
    <header className={styles.bar}>
      <Brand />
      <ScopeBar />
      <UIdBox />
      <Slot name="topBar" />
      <div className={styles.right}>
        <MessageButton />
        {isWide ? <ServerClock /> : null}
        <QuickLinks />
        <LanguageMenu />
        <ThemeSwitch />
        <UserMenu />
      </div>
    </header>
  )
}
