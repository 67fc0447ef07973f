import { cssZoom } from '@qd/web-base'
import { useNow } from '@qd/web-controls'
import { toast } from '@qd/web-frame'
import { useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import type { RedisBytes } from '../../contract/index.ts'
import { redisText, useRedisTexts } from '../texts.ts'
import { sameBytes, showKey, useWorkspace } from '../workspace/workspace.ts'
import { bytesId } from './row-ids.ts'
import type { FlatRow } from './flat-rows.ts'
import { FloatingMenu } from './floating-menu.tsx'
import type { KeySession } from './key-session.ts'
import { useKeys } from './key-sessions.ts'
import styles from './keys.module.css'
import { lineAfter } from './line-keys.ts'
import { useRowActions } from './row-actions.tsx'
import type { RowActions } from './row-actions.tsx'
import { TreeRow, keyOf } from './tree-row.tsx'
import type { LineHands } from './tree-row.tsx'
import { useInView } from './use-in-view.ts'
import { useKeyFacts } from './use-key-facts.ts'
import { LINE_PX, useKeyScroll } from './use-key-scroll.ts'

/** Lines one Shift chooses. */
const MOST_CHOSEN = 20_000

/** How far a menu that the keyboard opens is from the left. */
const MENU_INDENT_PX = 32

interface MenuPlace {
  x: number
  y: number
  flat: FlatRow
}

/** Chooses or unchooses one key. */
function toggleChosen(session: KeySession, key: RedisBytes): void {
  const chosen = new Map(session.state.chosen)
  if (!chosen.delete(bytesId(key))) chosen.set(bytesId(key), key)
  session.set({ chosen })
}

/** Chooses all keys between two lines; those that are not read yet are read first. */
async function chooseRange(session: KeySession, from: number, to: number): Promise<void> {
  const isFar = Math.abs(to - from) >= MOST_CHOSEN
  if (isFar) toast.warning(redisText('keys.mostChosen', { count: MOST_CHOSEN }))
  const end = isFar ? from + Math.sign(to - from) * (MOST_CHOSEN - 1) : to
  const [first, last] = from < end ? [from, end] : [end, from]
  await session.readRange(first, last)
  const chosen = new Map(session.state.chosen)
  for (let line = first; line <= last; line += 1) {
    const key = keyOf(session.rows.at(line))
    if (key !== null) chosen.set(bytesId(key), key)
  }
  session.set({ chosen })
}

function toggleFolder(session: KeySession, flat: FlatRow): void {
  if (flat.kind !== 'row' || flat.row.kind !== 'folder') return
  if (flat.isOpen) session.close(flat.row.prefix)
  else session.open(flat.row.prefix)
}

interface Lines {
  session: KeySession
  actions: RowActions
  /** Moves to a line and brings it into view. */
  goTo: (line: number) => void
  openMenu: (flat: FlatRow, line: number) => void
}

/** What Enter, Space, Delete and the others do on a line; false: nothing. */
function actOn(event: KeyboardEvent, line: number, { session, actions, openMenu }: Lines): boolean {
  const flat = session.rows.at(line)
  const key = keyOf(flat)
  if (event.key === 'Escape') {
    if (session.state.chosen.size === 0) return false
    session.set({ chosen: new Map() })
    return true
  }
  if (flat === undefined) return false
  if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) openMenu(flat, line)
  else if (event.key === 'Enter' || (key === null && ['ArrowRight', 'ArrowLeft', ' '].includes(event.key))) {
    if (key === null) toggleFolder(session, flat)
    else showKey({ databaseId: session.database.id, key })
  } else if (key === null) return false
  else if (event.key === ' ') toggleChosen(session, key)
  else if (event.key === 'Delete') return actions.remove(key)
  else if (event.key === 'F2') return actions.rename(key)
  else return false
  return true
}

function onListKey(event: KeyboardEvent<HTMLElement>, lines: Lines): void {
  const { session, goTo } = lines
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
  const { current } = session.state
  const line = current === null ? -1 : session.rows.lineOf(current)
  const next = lineAfter(event.key, line, session)
  if (next !== null && next >= 0) {
    if (event.shiftKey && line >= 0) void chooseRange(session, line, next)
    goTo(next)
  } else if (!actOn(event, line, lines)) return
  event.preventDefault()
}

function useOpenKey(databaseId: string): RedisBytes | null {
  return useWorkspace(({ key }) => (key?.databaseId === databaseId ? key.key : null))
}

/** What the pointer does on lines; the same object as long as the session is, so that lines need no new drawing. */
function useHands(
  session: KeySession,
  box: RefObject<HTMLDivElement | null>,
  setMenu: (place: MenuPlace) => void,
): LineHands {
  const lastClicked = useRef<string | null>(null)
  return useMemo(
    () => ({
      press: (event, flat, line) => {
        box.current?.focus()
        const before = lastClicked.current === null ? -1 : session.rows.lineOf(lastClicked.current)
        lastClicked.current = flat.id
        session.set({ current: flat.id })
        const key = keyOf(flat)
        if (event.shiftKey && before >= 0) void chooseRange(session, before, line)
        else if (key === null) toggleFolder(session, flat)
        else if (event.ctrlKey || event.metaKey) toggleChosen(session, key)
        else {
          if (session.state.chosen.size > 0) session.set({ chosen: new Map() })
          showKey({ databaseId: session.database.id, key })
        }
      },
      openTab: (key) => showKey({ databaseId: session.database.id, key }, true),
      menu: (flat, x, y) => {
        session.set({ current: flat.id })
        setMenu({ x, y, flat })
      },
      load: (folder) => void session.loadFolder(folder),
    }),
    [session, box, setMenu],
  )
}

/** The tree or list of keys: lines in view only, walked by keys, chosen with Shift, Ctrl and Space. */
export function KeyList({ session, hasSizes }: { session: KeySession; hasSizes: boolean }): ReactNode {
  const t = useRedisTexts()
  const { box, drawn, onScroll } = useKeyScroll(session)
  const current = useKeys(session, (state) => state.current)
  const chosen = useKeys(session, (state) => state.chosen)
  const openKey = useOpenKey(session.database.id)
  const now = useNow(1_000)
  const actions = useRowActions(session)
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const items = drawn.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  const shown = items.flatMap(({ index }) => keyOf(session.rows.at(index)) ?? [])
  useKeyFacts(session, shown, hasSizes)
  useInView(session, first, last)
  const openMenu = (flat: FlatRow, line: number): void => {
    if (box.current === null) return
    const { left, top } = box.current.getBoundingClientRect()
    const zoom = cssZoom(box.current)
    const below = (line + 1) * LINE_PX - box.current.scrollTop
    setMenu({ x: left + MENU_INDENT_PX * zoom, y: top + below * zoom, flat })
  }
  const goTo = (line: number): void => {
    session.set({ current: session.rows.at(line)?.id ?? null })
    drawn.scrollToIndex(line, { align: 'auto' })
  }
  const hands = useHands(session, box, setMenu)
  const closeMenu = (): void => {
    setMenu(null)
    box.current?.focus()
  }
  const currentLine = current === null ? -1 : session.rows.lineOf(current)
  return (
    <>
      <div
        ref={box}
        role="tree"
        aria-label={t('page.keys')}
        aria-multiselectable
        aria-activedescendant={currentLine < 0 ? undefined : `redis-line-${currentLine}`}
        tabIndex={0}
        className={styles.scroller}
        onScroll={onScroll}
        onFocus={(event) => {
          if (event.target === event.currentTarget && currentLine < 0 && session.rows.length > 0)
            session.set({ current: session.rows.at(first)?.id ?? null })
        }}
        onKeyDown={(event) => onListKey(event, { session, actions, goTo, openMenu })}
      >
        <div className={styles.lines} style={{ height: drawn.getTotalSize() }}>
          {items.map(({ index }) => {
            const flat = session.rows.at(index)
            if (flat === undefined) return null
            const key = keyOf(flat)
            const known = key === null ? undefined : session.facts.get(key)
            return (
              <TreeRow
                key={index}
                flat={flat}
                at={index}
                known={known}
                now={known !== undefined && (known.facts.ttlMs ?? -1) >= 0 ? now : 0}
                hasSizes={hasSizes}
                isCurrent={index === currentLine}
                isChosen={key !== null && chosen.has(bytesId(key))}
                isShown={key !== null && openKey !== null && sameBytes(openKey, key)}
                hands={hands}
              />
            )
          })}
        </div>
      </div>
      {menu === null ? null : (
        <FloatingMenu
          label={t('keys.actions')}
          at={menu}
          items={actions.itemsOf(menu.flat)}
          onClose={closeMenu}
        />
      )}
    </>
  )
}
