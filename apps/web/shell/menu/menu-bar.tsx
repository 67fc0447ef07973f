import { ExtraLinks, useProjectMenus } from '@qd/menu/web'
import { useTexts } from '@qd/web-base'
import { requireLevel, addressWithPlayer, playerOfAddress } from '@qd/web-calls'
import { MenuButton } from '@qd/web-controls'
import type { MenuGroup } from '@qd/web-frame'
import { ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import '../../boot/texts.ts'
import styles from './menu-bar.module.css'
import { useMenuEntries } from './menu-entries.ts'
import type { MenuEntry } from './menu-entries.ts'
import { useFolded } from './use-folded.ts'

const GROUPS: readonly MenuGroup[] = ['other', 'admin']

function useAddressOf(): (entry: MenuEntry) => string {
  const { pathname, search } = useLocation()
  const uId = playerOfAddress(`${pathname}${search}`)
  return ({ address }) => addressWithPlayer(address, uId)
}

type Addressed = Pick<MenuEntry, 'address'>

const pathOf = ({ address }: Addressed) => address.split('?')[0] ?? ''

/** Of pages below one another only the one in view is marked: the bots are no part of the simulator's own page. */
function useHere(entries: readonly Addressed[]): (entry: Addressed) => boolean {
  const { pathname } = useLocation()
  const lengths = entries
    .map(pathOf)
    .filter((path) => pathname === path || pathname.startsWith(`${path}/`))
    .map((path) => path.length)
  const longest = Math.max(-1, ...lengths)
  return (entry) => {
    const path = pathOf(entry)
    return path.length === longest && (pathname === path || pathname.startsWith(`${path}/`))
  }
}

function GroupMenu(props: {
  label: string
  entries: readonly MenuEntry[]
  isHere: (entry: MenuEntry) => boolean
}): ReactNode {
  const navigate = useNavigate()
  const addressOf = useAddressOf()
  const { isHere } = props
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
  const projects = useProjectMenus()
  const isHere = useHere([...entries, ...projects.flatMap((project) => project.entries)])
  const bar = useRef<HTMLElement>(null)
  const direct = entries.filter((entry) => entry.group === undefined)
  const folded = useFolded(bar, isBlock ? 0 : direct.length, entries.map(({ label }) => label).join())
  const inBar = direct.slice(0, direct.length - folded)
  const linkTo = (entry: MenuEntry) => (
    <Link
      key={entry.address}
      to={addressOf(entry)}
      className={styles.item}
      aria-current={isHere(entry) ? 'page' : undefined}
      onClick={(event) => (requireLevel(entry.level) ? onPick?.() : event.preventDefault())}
    >
      {entry.label}
    </Link>
  )
  const groups = [
    ...GROUPS.map((group) => ({
      key: group as string,
      label: t(`nav.group.${group}`),
      inside: [
        ...(group === 'other' ? direct.slice(inBar.length) : []),
        ...entries.filter((entry) => entry.group === group),
      ],
    })),
    ...projects.map(({ id, name, entries: inside }) => ({
      key: `project ${id}`,
      label: name,
      inside: inside.map((entry) => ({ ...entry, group: undefined })),
    })),
  ]
  return (
    <nav ref={bar} className={styles.bar} data-block={isBlock} aria-label={t('nav.menu')}>
      {props.start}
      {inBar.map(linkTo)}
      {groups
        .filter(({ inside }) => inside.length > 0)
        .map(({ key, label, inside }) =>
          isBlock ? (
            <div key={key} role="group" aria-label={label}>
              <div className={styles.groupHead}>{label}</div>
              {inside.map(linkTo)}
            </div>
          ) : (
            <GroupMenu key={key} label={label} entries={inside} isHere={isHere} />
          ),
        )}
      <ExtraLinks isBlock={isBlock} />
      {props.children === undefined ? null : <div className={styles.end}>{props.children}</div>}
    </nav>
  )
}
