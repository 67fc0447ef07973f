import { Wheel } from '@qd/session/web'
import { useMediaQuery, useSettings, useTexts } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import '../../boot/texts.ts'
import { MenuBar } from '../menu/menu-bar.tsx'
import { toggleSidebar, useShellState } from '../shell-state.ts'
import styles from './sidebar.module.css'

/** In the top bar: shows and hides the sidebar. */
export function SidebarButton(): ReactNode {
  const t = useTexts('shell')
  const isOpen = useShellState((state) => state.isSidebarOpen)
  const Icon = isOpen ? PanelLeftClose : PanelLeftOpen
  return (
    <IconButton
      label={t(isOpen ? 'sidebar.hide' : 'sidebar.show')}
      aria-expanded={isOpen}
      onClick={toggleSidebar}
    >
      <Icon size={16} aria-hidden />
    </IconButton>
  )
}

/** Narrower than this it would leave a page less room than pages are drawn for, so it lies over them. */
const OVER_THE_PAGE = '(max-width: 1201px)'

/** Every page one may open, below each other (S2.22); 210 px wide (S9.03). */
export function Sidebar(): ReactNode {
  const t = useTexts('shell')
  const isOver = useMediaQuery(OVER_THE_PAGE)
  const hasLogo = useSettings((state) => state.sidebarLogo)
  return (
    <aside className={styles.sidebar} aria-label={t('sidebar.label')}>
      {hasLogo ? (
        <div className={styles.logo}>
          <Wheel className={styles.wheel} />
          Quarterdeck
        </div>
      ) : null}
      <MenuBar isBlock {...(isOver ? { onPick: toggleSidebar } : {})} />
    </aside>
  )
}
