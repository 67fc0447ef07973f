import { isOnLoginPage, safeRedirect, setNavigator, useSession, lazyPart } from '@qd/web-base'
import { isLeftPage, visitPage } from '@qd/web-calls'
import { FirstLoad } from '@qd/web-controls'
import { PageErrorBoundary, useTakenKeys } from '@qd/web-frame'
import { Suspense, useEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import { Navigate, Route, Routes, parsePath, useLocation, useNavigate } from 'react-router'
import type { Location } from 'react-router'
import { ShellLayer } from './shell/shell-layer.tsx'

// Sign-in must not wait for what only the console behind it needs.
const LoginPage = lazyPart(() => import('@qd/session/web/login'))
const SetupPage = lazyPart(() => import('@qd/session/web/setup'))
const InvitationPage = lazyPart(() => import('@qd/session/web/invitation'))
const SteppedUpPage = lazyPart(() => import('@qd/session/web/stepped-up'))
const SignedInPage = lazyPart(() => import('@qd/session/web/signed-in'))
const SecondFactorPage = lazyPart(() => import('@qd/session/web/second-factor'))
const NotFoundPage = lazyPart(() => import('./shell/not-found-page.tsx'))
const Stories = import.meta.env.DEV ? lazyPart(() => import('./stories/stories-page.tsx')) : null

/** Pages without a session; all others are the shell's. */
const ENTRY_PAGES = [
  '/login',
  '/setup',
  '/invitation',
  '/signed-in',
  '/stepped-up',
  '/second-factor',
  '/dev/stories',
]

/**
 * Whether who is signed in went back to a page of the person before, which only the browser's history knows: home is
 * where they begin (S4.04).
 */
function useIsLeft(location: Location): boolean {
  const hasToken = useSession((state) => state.token !== '')
  const isLeft = hasToken && !ENTRY_PAGES.includes(location.pathname) && isLeftPage(location)
  useEffect(() => {
    if (hasToken && !isLeft) visitPage(location)
  }, [hasToken, isLeft, location])
  return isLeft
}

/**
 * `/redirect/index/1` goes to `/index/1`: a page is opened anew (S2.02); what is no path of ours is not found. The
 * page behind it is in view at once, so that nothing else is unmounted on the way.
 */
function useRedirected(): Location {
  const location = useLocation()
  const navigate = useNavigate()
  const { pathname, search } = location
  const isLeft = useIsLeft(location)
  const asked = isLeft
    ? '/index'
    : pathname.startsWith('/redirect/')
      ? `${pathname.replace(/^(?:\/redirect)+(?=\/)/, '')}${search}`
      : null
  const target = asked === null || safeRedirect(asked) === asked ? asked : '/404'
  useEffect(() => {
    if (target !== null) void navigate(target, { replace: true, state: { isRefreshed: true } })
  }, [target, navigate])
  return useMemo(
    () => (target === null ? location : { ...location, search: '', ...parsePath(target) }),
    [target, location],
  )
}

/**
 * Without a session every page of the shell leads to sign-in, without an owed second factor to its set-up; both keep the
 * way back (S2.03), unless the page is of somebody whose session ended.
 */
function ToSignIn(): ReactNode {
  const hasToken = useSession((state) => state.token !== '')
  const isPending = useSession((state) => state.userInfo?.session.kind === 'pending')
  const location = useLocation()
  const { pathname, search } = location
  if (hasToken && !isPending) return null
  if (!hasToken && pathname === '/404') return <NotFoundPage />
  const from = `${pathname}${search}`
  const isRoot = from === '/' || from === '/index' || isLeftPage(location)
  const entry = hasToken ? '/second-factor' : '/login'
  return <Navigate to={isRoot ? entry : `${entry}?redirect=${encodeURIComponent(from)}`} replace />
}

/** The routes of S2.02 to S2.05; pages of features are routed inside the shell. */
export function AppRoutes(): ReactNode {
  const navigate = useNavigate()
  const location = useRedirected()
  useTakenKeys()
  // Nobody goes back to a form they signed in with.
  useEffect(() => setNavigator((path) => void navigate(path, { replace: isOnLoginPage() })), [navigate])
  return (
    <PageErrorBoundary>
      <Suspense fallback={<FirstLoad />}>
        <Routes location={location}>
          <Route path="/login" element={<LoginPage />} />
          <Route path="/setup" element={<SetupPage />} />
          <Route path="/invitation" element={<InvitationPage />} />
          <Route path="/signed-in" element={<SignedInPage />} />
          <Route path="/stepped-up" element={<SteppedUpPage />} />
          <Route path="/second-factor" element={<SecondFactorPage />} />
          {Stories === null ? null : <Route path="/dev/stories" element={<Stories />} />}
          <Route path="/*" element={<ToSignIn />} />
        </Routes>
      </Suspense>
      <ShellLayer location={ENTRY_PAGES.includes(location.pathname) ? null : location} />
    </PageErrorBoundary>
  )
}
