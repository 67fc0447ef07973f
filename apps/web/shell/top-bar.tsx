import { ScopeBar, ServerClock, UIdBox } from '@qd/scope/web'
import { LanguageMenu, ThemeSwitch, UserMenu, Wheel } from '@qd/session/web'
import { Slot } from '@qd/web-kit'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LiveMark } from './live-mark.tsx'
import styles from './top-bar.module.css'

function Brand(): ReactNode {
  return (
    <Link to="/index" className={styles.brand}>
      <Wheel className={styles.wheel} />
      <span>Quarterdeck</span>
    </Link>
  )
}

/** The 48 px bar: where you are, whom you look at, what time it is there. */
export function TopBar(): ReactNode {
  return (
    <header className={styles.bar}>
      <Brand />
      <ScopeBar />
      <UIdBox />
      <Slot name="topBar" />
      <div className={styles.right}>
        <LiveMark />
        <ServerClock />
        <LanguageMenu />
        <ThemeSwitch />
        <UserMenu />
      </div>
    </header>
  )
}
