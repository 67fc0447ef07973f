import { useSession } from '@qd/web-base'
import { useScope } from '@qd/web-calls'
import { closeDialogsOf, forgetUnsaved, tellTabClosed, useDialogs, useUnsaved } from '@qd/web-frame'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import NotFoundPage from '../not-found-page.tsx'
import { refreshTab } from './refresh-tab.ts'
import { tabInView } from './tab-actions.tsx'
import { showTab } from './tab-list.ts'
import type { TabEntry } from './tab-list.ts'
import type { TabPlace } from './tab-place.ts'
import { TabView } from './tab-view.tsx'
import { isBusy, rulesOf, useTabs } from './tabs-store.ts'
import { usePages, usePlace } from './use-pages.ts'
import { useTabKeys } from './use-tab-keys.ts'

/** Tells everybody of tabs that are gone, after their pages were unmounted. */
function useSettleClosed(tabs: readonly TabEntry[]): void {
  const before = useRef(tabs)
  useEffect(() => {
    const open = new Set(tabs.map(({ id }) => id))
    for (const { id, page, record } of before.current) {
      if (open.has(id)) continue
      closeDialogsOf(id)
      tellTabClosed({ id, page, record })
      forgetUnsaved(id)
    }
    before.current = tabs
  }, [tabs])
}

/** Asks before the browser throws unsaved changes of any tab away. */
function useWarnBeforeUnload(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (Object.keys(useUnsaved.getState().counts).length > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
}

/** A mistyped uId leaves no tab: it goes with its page, unless the player was ever found there. */
function useDropMistyped(): void {
  useEffect(
    () =>
      useScope.subscribe((scope, before) => {
        if (!before.isFindingPlayer || scope.isFindingPlayer || scope.uId !== '0') return
        const { tabs, leave } = useTabs.getState()
        const tab = tabs.find(({ id }) => id === tabInView())
        const isPlayer = tab?.record['uId'] !== undefined && tab.hasOwnUId
        if (isPlayer && tab.name === '' && !isBusy(tab.id)) leave(tab.id)
      }),
    [],
  )
}

/** Follows the address: its tab comes into view, and mounts anew when the address asks for it. */
function useFollowAddress(owner: string, place: TabPlace | null): void {
  const pages = usePages()
  const { key, state } = useLocation()
  const refreshed = useRef('')
  useLayoutEffect(() => useTabs.getState().start(owner, pages), [owner, pages])
  useLayoutEffect(() => {
    useDialogs.getState().setActiveTab(place?.id ?? '')
    if (place !== null) useTabs.getState().show(place, rulesOf(pages))
  }, [place, pages])
  useEffect(() => () => useDialogs.getState().setActiveTab(''), [])
  useEffect(() => {
    const isAsked = (state as { isRefreshed?: boolean } | null)?.isRefreshed === true
    if (!isAsked || place === null || refreshed.current === key) return
    refreshed.current = key
    refreshTab(place.id)
  }, [place, key, state])
}

function NoPage({ pathname }: { pathname: string }): ReactNode {
  if (pathname === '/404') return <NotFoundPage />
  return <Navigate to={pathname === '/' ? '/index' : '/404'} replace />
}

function Tabs({ owner }: { owner: string }): ReactNode {
  const pages = usePages()
  const place = usePlace()
  const location = useLocation()
  const stored = useTabs()
  useFollowAddress(owner, place)
  useSettleClosed(stored.tabs)
  useWarnBeforeUnload()
  useTabKeys()
  useDropMistyped()
  // The first frame of a new address is drawn before its effect has stored it.
  const { tabs, live } = useMemo(
    () => (place === null ? stored : showTab(stored, place, rulesOf(pages))),
    [stored, place, pages],
  )
  const pageOf = new Map(pages.map((page) => [page.page.path, page]))
  return (
    <>
      {place === null ? <NoPage pathname={location.pathname} /> : null}
      {live.map((id) => {
        const tab = tabs.find((each) => each.id === id)
        const page = tab === undefined ? undefined : pageOf.get(tab.page)
        if (tab === undefined || page === undefined) return null
        const shown = id === place?.id ? location : null
        return <TabView key={`${id} ${tab.generation}`} tab={tab} page={page} shown={shown} />
      })}
    </>
  )
}

/** The pages of the tabs used last, one in view and the others alive behind it; nothing passes to another user. */
export function TabHost(): ReactNode {
  const owner = useSession((state) => state.userInfo?.id ?? '')
  return <Tabs key={owner} owner={owner} />
}
