import { permissionKey } from '@qd/contract-kit'
import { textByKey, useSession, useTexts, userReaches } from '@qd/web-base'
import { LevelGate, selectedServer, useScope } from '@qd/web-calls'
import { LoadingRows } from '@qd/web-controls'
import { NoPermission, PageErrorBoundary } from '@qd/web-frame'
import type { PageSpec } from '@qd/web-frame'
import { Activity, Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { useShallow } from 'zustand/react/shallow'
import '../boot/texts.ts'

/** Browser tabs tell players apart: the player and their server stand before the product's name. */
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

/** What is missing, and the way to ask for it. */
function Missing({ permission }: { permission: string }): ReactNode {
  return <NoPermission permission={permission} />
}

/** One page: its own boundary, its permission, the selection it needs, its title. */
export function PageFrame({ feature, page }: { feature: string; page: PageSpec }): ReactNode {
  const user = useSession((state) => state.userInfo)
  const place = useScope(useShallow(({ game }) => ({ game: game === '' ? undefined : game })))
  useTexts('shell')
  const title = textByKey(feature, page.titleKey)
  useDocumentTitle(title)
  const Page = page.component
  const { permission } = page
  const isAllowed = permission === undefined || userReaches(user, permission, place)
  // A player brings their place along; until they are found, and where they are not, the page itself says so.
  const { uId } = useParams()
  const level = uId === undefined ? page.level : 0
  const [wasOpen, setOpen] = useState(isAllowed)
  if (isAllowed && !wasOpen) setOpen(true)
  return (
    <>
      {isAllowed && page.hasHeading === true ? null : <h1 className="qd-visually-hidden">{title}</h1>}
      {isAllowed ? null : <Missing permission={permissionKey(permission)} />}
      {wasOpen ? (
        // Who loses the right while typing finds it all again when they get it back.
        <Activity mode={isAllowed ? 'visible' : 'hidden'}>
          <PageErrorBoundary>
            <LevelGate level={level}>
              <Suspense fallback={<LoadingRows />}>
                <Page />
              </Suspense>
            </LevelGate>
          </PageErrorBoundary>
        </Activity>
      ) : null}
    </>
  )
}
