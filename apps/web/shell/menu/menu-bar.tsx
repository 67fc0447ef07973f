import { ExtraLinks, useProjectMenus } from '@qd/menu/web'
import { useTexts } from '@qd/web-base'
import { requireLevel, addressWithPlayer, playerOfAddress } from '@qd/web-calls'
import { MenuButton } from '@qd/web-controls'
import type { MenuGroup } from '@qd/web-frame'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink, useLocation, useNavigate } from 'react-router'
import '../../boot/texts.ts'
import styles from './menu-bar.module.css'
import { useMenuEntries } from './menu-entries.ts'
import type { MenuEntry } from './menu-entries.ts'

const GROUPS: readonly MenuGroup[] = ['other', 'admin']

function useAddressOf(): (entry: MenuEntry) => string {
  const { pathname, search } = useLocation()
  const uId = playerOfAddress(`${pathname}${search}`)
  return ({ address }) => addressWithPlayer(address, uId)
}

function GroupMenu(props: { label: string; entries: readonly MenuEntry[] }): ReactNode {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const addressOf = useAddressOf()
  const isHere = (entry: MenuEntry) => {
    const [path = ''] = entry.address.split('?')
    return pathname === path || pathname.startsWith(`${path}/`)
  }
  const items = props.entries.map((entry) => ({
    key: entry.address,
    label: entry.label,
    ...(isHere(entry) ? { isChosen: true } : {}),
    onSelect: () => {
      if (requireLevel(entry.level)) void navigate(addressOf(entry))
    },
  }))
  return (
    <MenuButton label={props.label} items={items}>
      <span className={styles.groupLabel} data-active={props.entries.some(isHere)}>
        {props.label}
        <ChevronDown size={13} aria-hidden />
      </span>
    </MenuButton>
  )
}

/** The horizontal menu; the uId stays in the query when switching (S2.20). */
export function MenuBar(props: {
  isBlock?: boolean
  onPick?: () => void
  /** Stands at the left end. */
  start?: ReactNode
  /** Stands at the right end. */
  children?: ReactNode
}): ReactNode {
  const { isBlock = false, onPick } = props
  const t = useTexts('shell')
  const entries = useMenuEntries()
  const addressOf = useAddressOf()
  const linkTo = (entry: MenuEntry) => (
    <NavLink
      key={entry.address}
      to={addressOf(entry)}
      className={styles.item}
      onClick={(event) => (requireLevel(entry.level) ? onPick?.() : event.preventDefault())}
    >
      {entry.label}
    </NavLink>
  )
  const projects = useProjectMenus()
  const groups = [
    ...GROUPS.map((group) => ({
      key: group as string,
      label: t(`nav.group.${group}`),
      inside: entries.filter((entry) => entry.group === group),
    })),
    ...projects.map(({ id, name, entries: inside }) => ({
      key: `project ${id}`,
      label: name,
      inside: inside.map((entry) => ({ ...entry, group: undefined })),
    })),
  ]
  return (
    <nav className={styles.bar} data-block={isBlock} aria-label={t('nav.menu')}>
      {props.start}
      {entries.filter((entry) => entry.group === undefined).map(linkTo)}
      {groups
        .filter(({ inside }) => inside.length > 0)
        .map(({ key, label, inside }) =>
          isBlock ? (
            <div key={key} role="group" aria-label={label}>
              <div className={styles.groupHead}>{label}</div>
              {inside.map(linkTo)}
            </div>
          ) : (
            <GroupMenu key={key} label={label} entries={inside} />
          ),
        )}
      <ExtraLinks isBlock={isBlock} />
      {props.children === undefined ? null : <div className={styles.end}>{props.children}</div>}
    </nav>
  )
}
