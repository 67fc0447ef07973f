import { PageErrorBoundary, safeRedirect, setNavigator, useSession } from '@qd/web-kit'
import { Suspense, lazy, useEffect } from 'react'
import type { ReactNode } from 'react'
import { Navigate, Route, Routes, useLocation, useNavigate } from 'react-router'

// Sign-in must not wait for what only the console behind it needs.
const LoginPage = lazy(() => import('@qd/session/web/login'))
const SetupPage = lazy(() => import('@qd/session/web/setup'))
const NotFoundPage = lazy(() => import('./shell/not-found-page.tsx'))
const Shell = lazy(() => import('./shell/shell.tsx'))
const Stories = import.meta.env.DEV ? lazy(() => import('./stories/stories-page.tsx')) : null

/** `/redirect/index/1` goes to `/index/1`: a page is opened anew (S2.02); what is no path of ours is not found. */
function RedirectPage(): ReactNode {
  const { pathname, search } = useLocation()
  const target = `${pathname.replace(/^\/redirect/, '')}${search}`
  return <Navigate to={safeRedirect(target) === target ? target : '/404'} replace />
}

function SignedInOnly({ children }: { children: ReactNode }): ReactNode {
  const hasToken = useSession((state) => state.token !== '')
  const { pathname, search } = useLocation()
  if (hasToken) return children
  const from = `${pathname}${search}`
  const isRoot = from === '/' || from === '/index'
  return <Navigate to={isRoot ? '/login' : `/login?redirect=${encodeURIComponent(from)}`} replace />
}

/** The routes of S2.02 to S2.05; pages of features are routed inside the shell. */
export function AppRoutes(): ReactNode {
  const navigate = useNavigate()
  useEffect(() => setNavigator((path) => void navigate(path)), [navigate])
  return (
    <PageErrorBoundary>
      <Suspense fallback={null}>
        <Routes>
          <Route path="/login" element={<LoginPage />} />
          <Route path="/setup" element={<SetupPage />} />
          <Route path="/404" element={<NotFoundPage />} />
          <Route path="/redirect/*" element={<RedirectPage />} />
          {Stories === null ? null : <Route path="/dev/stories" element={<Stories />} />}
          <Route
            path="/*"
            element={
              <SignedInOnly>
                <Shell />
              </SignedInOnly>
            }
          />
        </Routes>
      </Suspense>
    </PageErrorBoundary>
  )
}
