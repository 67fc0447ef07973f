import {
  NoPermission,
  PageErrorBoundary,
  textByKey,
  useScope,
  useSession,
  useTexts,
  userReaches,
} from '@qd/web-kit'
import type { PageSpec } from '@qd/web-kit'
import { Suspense, useEffect } from 'react'
import type { ReactNode } from 'react'
import { useShallow } from 'zustand/react/shallow'
import '../boot/texts.ts'

/** One page: its own boundary, its permission, its title. */
export function PageFrame({ feature, page }: { feature: string; page: PageSpec }): ReactNode {
  const user = useSession((state) => state.userInfo)
  const place = useScope(useShallow(({ game }) => ({ game: game === '' ? undefined : game })))
  useTexts('shell')
  const title = textByKey(feature, page.titleKey)
  useEffect(() => {
    document.title = title === '' ? 'Quarterdeck' : `${title} · Quarterdeck`
  }, [title])
  const Page = page.component
  const { permission } = page
  if (permission !== undefined && !userReaches(user, permission, place)) {
    return <NoPermission permission={`${permission.routerName}.${permission.code}`} />
  }
  return (
    <PageErrorBoundary>
      <Suspense fallback={null}>
        <Page />
      </Suspense>
    </PageErrorBoundary>
  )
}
