import { useFeatures } from '@qd/web-frame'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { placeOf } from './tab-place.ts'
import type { FeaturePage, TabPlace } from './tab-place.ts'

/** All pages of the composed features. */
export function usePages(): readonly FeaturePage[] {
  const features = useFeatures()
  return useMemo(
    () => features.flatMap(({ name, pages }) => pages.map((page) => ({ feature: name, page }))),
    [features],
  )
}

/** The tab of the address in view; null for an address that is no page. */
export function usePlace(): TabPlace | null {
  const pages = usePages()
  const { pathname, search } = useLocation()
  return useMemo(() => placeOf(pages, `${pathname}${search}`), [pages, pathname, search])
}
