import { useIsMobile, useMediaQuery } from '@qd/web-base'
import type { ReactNode } from 'react'
import { FirstFilters, RestFilters } from './filter-bar.tsx'
import type { FilterBarProps } from './filter-bar.tsx'
import { FilterDrawer } from './filter-drawer.tsx'

/** What rows are looked for by, in one line at every width: what has no room stands behind a button. */
export function AuditFilters(props: FilterBarProps): ReactNode {
  const isMobile = useIsMobile()
  const isRoomy = useMediaQuery('(min-width: 1880px)')
  if (isMobile) return <FilterDrawer {...props} />
  return (
    <>
      <FirstFilters {...props} />
      {isRoomy ? <RestFilters {...props} /> : <FilterDrawer {...props} isRest />}
    </>
  )
}
