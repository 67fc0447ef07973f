import { PlaceGate, ServerClock, usePlaceInAddress, usePlayerInAddress, useScopeLists } from '@qd/scope/web'
import { useSessionLive } from '@qd/session/web'
import { texts, useIsMobile, useMediaQuery, useSettings, useTexts, lazyPart } from '@qd/web-base'
import { selectedEnvironment, useScope } from '@qd/web-calls'
import { FirstLoad } from '@qd/web-controls'
import { Slot, setFeatures } from '@qd/web-frame'
import { Suspense, useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SHARED_TEXTS } from '../boot/load-texts.ts'
import '../boot/texts.ts'
import { FEATURES } from '../features.ts'
import { ConnectionBanner } from './banners/connection-banner.tsx'
import { VersionBanner } from './banners/version-banner.tsx'
import { useShellShortcuts } from './keys/use-shell-shortcuts.ts'
import { MenuBar } from './menu/menu-bar.tsx'
import { NarrowBar } from './top-bar/narrow-bar.tsx'
import { Overlays } from './overlays.tsx'
import { PaletteField } from './palette/palette-button.tsx'
import { ScrollTop } from './scroll-top.tsx'
import { useSettingsFollow } from './settings/use-settings-follow.ts'
import { useShellState } from './shell-state.ts'
import styles from './shell.module.css'
import { Sidebar, SidebarButton } from './sidebar/sidebar.tsx'
import { TabBar } from './tabs/tab-bar.tsx'
import { TabHost } from './tabs/tab-host.tsx'
import { CLOCK_ON_TOP, TopBar } from './top-bar/top-bar.tsx'
import { useSelectionDrawer } from './top-bar/use-selection-drawer.ts'

const DebugBar = lazyPart(() => import('./debug/debug-bar.tsx'))

function useEnvironmentStripe(): void {
  const environment = useScope(selectedEnvironment)
  useEffect(() => {
    const root = document.documentElement
    if (environment === undefined) delete root.dataset['env']
    else root.dataset['env'] = environment
    return () => void delete root.dataset['env']
  }, [environment])
}

function SkipLink(): ReactNode {
  const t = useTexts('shell')
  return (
    <a
      className={styles.skip}
      href="#content"
      onClick={(event) => {
        event.preventDefault()
        document.querySelector<HTMLElement>('#content')?.focus()
      }}
    >
      {t('nav.skip')}
    </a>
  )
}

function Frame(): ReactNode {
  // Menu and tags show titles of every feature; their texts load together.
  useTranslation([...FEATURES.map((feature) => feature.name), ...SHARED_TEXTS], { i18n: texts })
  const isMobile = useIsMobile()
  const isWide = useMediaQuery(CLOCK_ON_TOP)
  const hasTags = useSettings((state) => state.tagsView)
  const isHeadFixed = useSettings((state) => state.fixedHeader)
  const isDebugging = useSettings((state) => state.debugging)
  const hasSidebar = useShellState((state) => state.isSidebarOpen) && !isMobile
  const content = useRef<HTMLElement>(null)
  useEnvironmentStripe()
  useScopeLists()
  usePlayerInAddress()
  useSessionLive()
  useShellShortcuts()
  useSettingsFollow()
  useSelectionDrawer(isMobile)
  const link = usePlaceInAddress()
  return (
    <div className={styles.shell} data-fixed={isHeadFixed}>
      <SkipLink />
      <div className={styles.stripe} />
      <div className={styles.head}>
        {isMobile ? <NarrowBar /> : <TopBar />}
        {isMobile ? null : (
          <MenuBar start={<SidebarButton />}>
            {isWide ? null : <ServerClock />}
            <PaletteField />
          </MenuBar>
        )}
      </div>
      <div className={styles.middle}>
        {hasSidebar ? <Sidebar /> : null}
        <div className={styles.work}>
          {hasTags && !isMobile ? <TabBar /> : null}
          <div className={styles.notices}>
            <ConnectionBanner />
            <VersionBanner />
            <Slot name="notice" />
          </div>
          <Slot name="banner" />
          <main className={styles.body} id="content" tabIndex={-1} ref={content}>
            <PlaceGate link={link}>
              <TabHost />
            </PlaceGate>
          </main>
          <ScrollTop root={content} />
          {isDebugging ? (
            <Suspense fallback={null}>
              <DebugBar />
            </Suspense>
          ) : null}
        </div>
      </div>
      <Overlays />
    </div>
  )
}

setFeatures(FEATURES)
for (const { start } of FEATURES) start?.()

/** What stands around every page after sign-in. */
export default function Shell(): ReactNode {
  return (
    <Suspense fallback={<FirstLoad />}>
      <Frame />
    </Suspense>
  )
}
