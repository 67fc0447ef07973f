import { addressWithUId, uIdOfAddress } from '@qd/scope/web'
import { textByKey, useFeatures, useScope, useSession, useTexts, userReaches } from '@qd/web-kit'
import type { PageSpec } from '@qd/web-kit'
import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useShallow } from 'zustand/react/shallow'
import '../boot/texts.ts'
import styles from './menu-bar.module.css'

export interface MenuEntry {
  /** First segment of the page's path. */
  address: string
  label: string
}

function entryOf(featureName: string, page: PageSpec): MenuEntry & { order: number } {
  const label = textByKey(featureName, page.menu?.labelKey ?? page.titleKey)
  return { address: `/${page.path.split('/:')[0]}`, label, order: page.menu?.order ?? 0 }
}

/** Pages the user may open somewhere in the selection, in the order of the menu. */
export function useMenuEntries(): MenuEntry[] {
  const features = useFeatures()
  const user = useSession((state) => state.userInfo)
  const place = useScope(useShallow(({ game }) => ({ game: game === '' ? undefined : game })))
  // Titles follow the language, which this subscribes to.
  useTexts('shell')
  return features
    .flatMap((feature) => feature.pages.map((page) => ({ feature: feature.name, page })))
    .filter(({ page }) => page.menu !== undefined)
    .filter(({ page }) => page.permission === undefined || userReaches(user, page.permission, place))
    .map(({ feature, page }) => entryOf(feature, page))
    .sort((a, b) => a.order - b.order)
}

/** The horizontal menu; the uId stays in the query when switching (S2.20). */
export function MenuBar(props: {
  isBlock?: boolean
  onPick?: () => void
  /** Stands at the right end. */
  children?: ReactNode
}): ReactNode {
  const { isBlock = false, onPick } = props
  const t = useTexts('shell')
  const entries = useMenuEntries()
  const { pathname, search } = useLocation()
  const uId = uIdOfAddress(`${pathname}${search}`)
  return (
    <nav className={styles.bar} data-block={isBlock} aria-label={t('nav.menu')}>
      {entries.map((entry) => {
        const isIndex = entry.address === '/index'
        const to = addressWithUId(isIndex && uId !== '' ? `/index/${uId}` : entry.address, uId)
        return (
          <NavLink key={entry.address} to={to} className={styles.item} onClick={onPick}>
            {entry.label}
          </NavLink>
        )
      })}
      {props.children === undefined ? null : <div className={styles.end}>{props.children}</div>}
    </nav>
  )
}
