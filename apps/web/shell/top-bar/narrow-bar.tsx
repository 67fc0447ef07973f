import { QuickLinks } from '@qd/menu/web'
import { ServerClock } from '@qd/scope/web'
import { Wheel } from '@qd/session/web'
import { useSettings, useTexts } from '@qd/web-base'
import { selectedEnvironment, selectedServer, useScope } from '@qd/web-calls'
import { EnvironmentTag, IconButton } from '@qd/web-controls'
import { Slot } from '@qd/web-frame'
import { Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import '../../boot/texts.ts'
import { MessageButton } from '../messages/message-button.tsx'
import { PaletteButton } from '../palette/palette-button.tsx'
import { SettingsButton } from '../settings/settings-button.tsx'
import { openOverlay } from '../shell-state.ts'
import styles from './narrow-bar.module.css'
import { OpenTabs } from '../tabs/open-tabs.tsx'
import { UserMenu } from './user-menu.tsx'

/** Top bar under 992 px: the selection and the menu move into a drawer (S2.25). */
export function NarrowBar(): ReactNode {
  const t = useTexts('shell')
  const server = useScope(selectedServer)
  const environment = useScope(selectedEnvironment)
  const hasLogo = useSettings((state) => state.sidebarLogo)
  const hasTags = useSettings((state) => state.tagsView)
  return (
    <header className={styles.head}>
      <div className={styles.bar}>
        <IconButton label={t('nav.openMenu')} onClick={() => openOverlay('menu')}>
          <Menu size={18} aria-hidden />
        </IconButton>
        <button type="button" className={styles.place} onClick={() => openOverlay('menu')}>
          {hasLogo ? <Wheel className={styles.wheel} /> : null}
          <span>{server === undefined ? 'Quarterdeck' : `S${server.sId} ${server.serviceName}`}</span>
        </button>
        <div className={styles.right}>
          {hasTags ? <OpenTabs hasCount /> : null}
          <Slot name="topBarEnd" />
          <MessageButton />
          <QuickLinks />
          <PaletteButton />
          <SettingsButton />
          <UserMenu />
        </div>
      </div>
      <div className={styles.clock}>
        {environment === undefined ? null : <EnvironmentTag environment={environment} />}
        <ServerClock />
      </div>
    </header>
  )
}
