import { PageErrorBoundary, TabContext } from '@qd/web-frame'
import { Activity, Suspense, memo, useMemo } from 'react'
import type { ReactNode } from 'react'
import {
  Route,
  Routes,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router'
import type { Location } from 'react-router'
import { PageFrame } from '../page-frame.tsx'
import { useOwnLocation } from '../address/use-own-location.ts'
import { useKeptScroll } from './use-kept-scroll.ts'
import type { TabEntry } from './tab-list.ts'
import type { FeaturePage } from './tab-place.ts'
import { useTabs } from './tabs-store.ts'
import styles from './tab-view.module.css'

// A page must not see the routes around it: they follow the page in view.
const NO_ROUTE = { outlet: null, matches: [], isDataRoute: false }

/** Renders anew for what it reads, not for what happens to the tabs. */
const RoutedPage = memo(function RoutedPage({ page: { feature, page } }: { page: FeaturePage }): ReactNode {
  return (
    <PageErrorBoundary>
      <Suspense fallback={null}>
        <Routes>
          <Route path={page.path} element={<PageFrame feature={feature} page={page} />} />
        </Routes>
      </Suspense>
    </PageErrorBoundary>
  )
})

/**
 * One page of the tabs, kept alive while hidden: state and DOM stay, effects end, and it goes on seeing its own
 * address. `shown` is the address in view when it is this page's, else null.
 */
export function TabView(props: { tab: TabEntry; page: FeaturePage; shown: Location | null }): ReactNode {
  const { tab, page, shown } = props
  const isShown = shown !== null
  const location = useOwnLocation(shown)
  const context = useMemo(
    () => ({ id: tab.id, isShown, rename: (name: string) => useTabs.getState().rename(tab.id, name) }),
    [tab.id, isShown],
  )
  const { root, onScrollCapture } = useKeptScroll(isShown)
  if (location === null) return null
  return (
    <Activity mode={isShown ? 'visible' : 'hidden'}>
      <div ref={root} className={styles.view} data-tab={tab.id} onScrollCapture={onScrollCapture}>
        <TabContext value={context}>
          <LocationContext value={location}>
            <RouteContext value={NO_ROUTE}>
              <RoutedPage page={page} />
            </RouteContext>
          </LocationContext>
        </TabContext>
      </div>
    </Activity>
  )
}
