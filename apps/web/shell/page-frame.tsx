import { permissionKey } from '@qd/contract-kit'
import {
  NoPermission,
  PageErrorBoundary,
  selectedServer,
  textByKey,
  useScope,
  useSession,
  useTexts,
  userReaches,
} from '@qd/web-kit'
import type { PageSpec } from '@qd/web-kit'
import { Activity, Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useShallow } from 'zustand/react/shallow'
import '../boot/texts.ts'

/** Browser tabs tell players apart: the player and his server stand before the product's name. */
function useDocumentTitle(pageTitle: string): void {
  const playerName = useScope(({ player }) => (player === null ? '' : player.name || player.uId))
  const serverName = useScope((state) => {
    if (state.player === null) return ''
    return `S${state.player.sId} ${selectedServer(state)?.serviceName ?? ''}`.trim()
  })
  const parts = playerName === '' ? [pageTitle] : [playerName, serverName]
  const title = [...parts, 'Quarterdeck'].filter((part) => part !== '').join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}

/** One page: its own boundary, its permission, its title. */
export function PageFrame({ feature, page }: { feature: string; page: PageSpec }): ReactNode {
  const user = useSession((state) => state.userInfo)
  const place = useScope(useShallow(({ game }) => ({ game: game === '' ? undefined : game })))
  useTexts('shell')
  useDocumentTitle(textByKey(feature, page.titleKey))
  const Page = page.component
  const { permission } = page
  const isAllowed = permission === undefined || userReaches(user, permission, place)
  const [wasOpen, setOpen] = useState(isAllowed)
  if (isAllowed && !wasOpen) setOpen(true)
  return (
    <>
      {isAllowed ? null : <NoPermission permission={permissionKey(permission)} />}
      {wasOpen ? (
        // Who loses the right while he types finds it all again when he gets it back.
        <Activity mode={isAllowed ? 'visible' : 'hidden'}>
          <PageErrorBoundary>
            <Suspense fallback={null}>
              <Page />
            </Suspense>
          </PageErrorBoundary>
        </Activity>
      ) : null}
    </>
  )
}
