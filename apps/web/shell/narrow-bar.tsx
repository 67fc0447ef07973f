import { ServerClock } from '@qd/scope/web'
import { LanguageMenu, ThemeSwitch, UserMenu, Wheel } from '@qd/session/web'
import { IconButton, selectedServer, useScope, useSettings, useTexts } from '@qd/web-kit'
import { Menu } from 'lucide-react'
import { Suspense, lazy, useState } from 'react'
import type { ReactNode } from 'react'
import '../boot/texts.ts'
import { MessageButton } from './messages/message-button.tsx'
import { QuickLinks } from '@qd/menu/web'
import styles from './narrow-bar.module.css'
import { OpenTabs } from './tabs/open-tabs.tsx'

const ScopeDrawer = lazy(() => import('./scope-drawer.tsx'))

/** Top bar under 992 px: the selection and the menu move into a drawer (S2.25). */
export function NarrowBar(): ReactNode {
  const t = useTexts('shell')
  const [isOpen, setOpen] = useState(false)
  const server = useScope(selectedServer)
  const hasTags = useSettings((state) => state.tagsView)
  return (
    <>
      <header className={styles.head}>
        <div className={styles.bar}>
          <IconButton label={t('nav.openMenu')} onClick={() => setOpen(true)}>
            <Menu size={18} aria-hidden />
          </IconButton>
          <button type="button" className={styles.place} onClick={() => setOpen(true)}>
            <Wheel className={styles.wheel} />
            <span>{server === undefined ? 'Quarterdeck' : `S${server.sId} ${server.serviceName}`}</span>
          </button>
          <div className={styles.right}>
            {hasTags ? <OpenTabs hasCount /> : null}
            <MessageButton />
            <QuickLinks />
            <LanguageMenu />
            <ThemeSwitch />
            <UserMenu />
          </div>
        </div>
        <div className={styles.clock}>
          <ServerClock />
        </div>
      </header>
      {isOpen ? (
        <Suspense fallback={null}>
          <ScopeDrawer onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
