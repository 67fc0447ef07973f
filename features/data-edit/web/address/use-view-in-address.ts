import type { PlayerKey } from '@qd/contract-kit'
import { diffInfoOf, moduleLabel } from '@qd/protocol-model'
import { isBehind, isFromOutside } from '@qd/web-base'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { createStore, useStore } from 'zustand'
import { useEditorPlace, useSessionPart } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { hasRow, searchWithView, sessionAtView, viewOfAddress, viewOfSession } from './view-address.ts'
import type { NamedView } from './view-address.ts'

/** A cursor that runs through rows writes the address once it rests: browsers refuse more. */
const WRITE_AFTER_MS = 200

/** What a link names and the player does not have. */
export type GoneView = { kind: 'module'; name: string } | { kind: 'row'; name: string; row: string }

const textOf = (named: NamedView | null): string => searchWithView('', named)

/** Keeps the address at what the window shows of the player, so that it is a link to here. */
function useWriteView(isWaiting: boolean, note: (text: string) => void): void {
  const { pathname, search, key } = useLocation()
  const navigate = useNavigate()
  const text = textOf(viewOfAddress(search))
  const shown = useSessionPart((session) => textOf(viewOfSession(session)))
  useEffect(() => {
    if (isWaiting || shown === text) return undefined
    const timer = setTimeout(() => {
      if (isBehind(key)) return
      note(shown)
      const query = searchWithView(search, viewOfAddress(shown))
      void navigate(query === '' ? pathname : `${pathname}?${query}`, { replace: true })
    }, WRITE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isWaiting, shown, text, pathname, search, key, navigate, note])
}

interface OpenedLink {
  gone: GoneView | null
  /** A row that is not there as long as the draft, which may have added it, is not read. */
  awaited: NamedView | null
}

const FOLLOWED: OpenedLink = { gone: null, awaited: null }

/** Leads the editor to what a link names, as far as it is there. */
function openLink(player: PlayerKey, named: NamedView | null): OpenedLink {
  const session = useEditor.getState().sessions[player]
  if (session === undefined) return FOLLOWED
  const part = sessionAtView(session, named)
  if (part !== null) useEditor.getState().patch(player, part)
  if (named === null) return FOLLOWED
  if (part === null) return { gone: { kind: 'module', name: named.module }, awaited: null }
  return { gone: null, awaited: named.row !== null && part.rowKey === null ? named : null }
}

/** The draft has been read: the row is there now, or it is gone. */
function endWaiting(player: PlayerKey, awaited: NamedView): OpenedLink {
  const session = useEditor.getState().sessions[player]
  const info = session === undefined ? null : diffInfoOf(session.draft.protocol, awaited.module)
  if (session === undefined || info === null || awaited.row === null) return FOLLOWED
  const { row } = awaited
  if (!hasRow(session, info, row)) {
    return { gone: { kind: 'row', name: moduleLabel(session.draft.protocol, info), row }, awaited: null }
  }
  return openLink(player, awaited)
}

/** Leads the editor to the module, view and row of an opened link, and says what of it is gone. */
export function useViewInAddress(): { gone: GoneView | null; dismiss: () => void } {
  const { player } = useEditorPlace()
  const { search, key } = useLocation()
  const isDraftRead = useSessionPart((session) => session.isDraftRead)
  /** The view the address was last read or written with. */
  const known = useRef<string | null>(null)
  const [link] = useState(() => createStore<OpenedLink>()(() => FOLLOWED))
  const { gone, awaited } = useStore(link)
  const [note] = useState(() => (text: string) => {
    known.current = text
  })
  useLayoutEffect(() => {
    const named = viewOfAddress(search)
    const text = textOf(named)
    // A link inside the console that names no view leaves the one in view.
    if (text === known.current || (named === null && !isFromOutside(key))) return
    known.current = text
    link.setState(openLink(player, named))
  }, [search, key, player, link])
  useLayoutEffect(() => {
    if (awaited !== null && isDraftRead) link.setState(endWaiting(player, awaited))
  }, [awaited, isDraftRead, player, link])
  useWriteView(awaited !== null, note)
  return { gone, dismiss: () => link.setState(FOLLOWED) }
}
