import { ServerClock, usePlayerInAddress, useScopeLists } from '@qd/scope/web'
import { useSessionLive } from '@qd/session/web'
import {
  FeaturesProvider,
  Slot,
  selectedEnvironment,
  texts,
  useIsMobile,
  useMediaQuery,
  useScope,
  useSettings,
  useTexts,
} from '@qd/web-kit'
import { Suspense, useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../boot/texts.ts'
import { FEATURES } from '../features.ts'
import { ConnectionBanner } from './banners/connection-banner.tsx'
import { MenuBar } from './menu-bar.tsx'
import { NarrowBar } from './narrow-bar.tsx'
import styles from './shell.module.css'
import { TabBar } from './tabs/tab-bar.tsx'
import { TabHost } from './tabs/tab-host.tsx'
import { CLOCK_ON_TOP, TopBar } from './top-bar.tsx'

function useEnvironmentStripe(): void {
  const environment = useScope(selectedEnvironment)
  useEffect(() => {
    const root = document.documentElement
    if (environment === undefined) delete root.dataset['env']
    else root.dataset['env'] = environment
    return () => void delete root.dataset['env']
  }, [environment])
}

function Frame(): ReactNode {
  const t = useTexts('shell')
  // Menu and tags show titles of every feature; their texts load together.
  useTranslation(
    FEATURES.map((feature) => feature.name),
    { i18n: texts },
  )
  const isMobile = useIsMobile()
  const isWide = useMediaQuery(CLOCK_ON_TOP)
  const hasTags = useSettings((state) => state.tagsView)
  useEnvironmentStripe()
  useScopeLists()
  usePlayerInAddress()
  useSessionLive()
  return (
    <div className={styles.shell}>
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
      <div className={styles.stripe} />
      {isMobile ? <NarrowBar /> : <TopBar />}
      {isMobile ? null : <MenuBar>{isWide ? null : <ServerClock />}</MenuBar>}
      {hasTags && !isMobile ? <TabBar /> : null}
      <ConnectionBanner />
      <Slot name="banner" />
      <main className={styles.body} id="content" tabIndex={-1}>
        <TabHost />
      </main>
    </div>
  )
}

/** What stands around every page after sign-in. */
export default function Shell(): ReactNode {
  return (
    <FeaturesProvider features={FEATURES}>
      <Suspense fallback={null}>
        <Frame />
      </Suspense>
    </FeaturesProvider>
  )
}
