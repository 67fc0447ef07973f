import { useSession, useSuspended, lazyPart } from '@qd/web-base'
import { FirstLoad } from '@qd/web-controls'
import { Activity, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { UNSAFE_LocationContext as LocationContext } from 'react-router'
import type { Location } from 'react-router'
import { useOwnLocation } from './address/use-own-location.ts'

const Shell = lazyPart(() => import('./shell.tsx'))

function KeptShell({ shown }: { shown: Location | null }): ReactNode {
  const location = useOwnLocation(shown)
  if (location === null) return null
  return (
    <Activity mode={shown === null ? 'hidden' : 'visible'}>
      <LocationContext value={location}>
        <Suspense fallback={<FirstLoad />}>
          <Shell />
        </Suspense>
      </LocationContext>
    </Activity>
  )
}

/** Whose pages were open when a second factor was asked of them: they go on there once it is set up. */
function useHeldBack(isOpen: boolean): boolean {
  const pendingId = useSession(({ token, userInfo }) =>
    token !== '' && userInfo?.session?.kind === 'pending' ? userInfo.id : '',
  )
  const openId = useSession(({ userInfo }) => (isOpen ? (userInfo?.id ?? '') : ''))
  const [lastId, setLastId] = useState('')
  if (openId !== '' && openId !== lastId) setLastId(openId)
  if (openId === '' && pendingId === '' && lastId !== '') setLastId('')
  return pendingId !== '' && pendingId === lastId
}

/**
 * The shell with its pages, outside the routes: when a session runs out it stays behind the login page, hidden and
 * without effects, so that its user finds all they typed. `location` is null on pages without a session.
 */
export function ShellLayer({ location }: { location: Location | null }): ReactNode {
  // A session that waits for its second factor may not show anything yet.
  const isOpen = useSession(({ token, userInfo }) => token !== '' && userInfo?.session?.kind !== 'pending')
  const isSuspended = useSuspended((state) => state.user !== null)
  const isHeldBack = useHeldBack(isOpen)
  const isKept = isOpen || isSuspended || isHeldBack
  return isKept ? <KeptShell shown={isOpen ? location : null} /> : null
}
