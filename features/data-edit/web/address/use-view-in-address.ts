import { diffInfoOf, moduleLabel } from '@qd/protocol-model'
import { isBehind, isFromOutside } from '@qd/web-base'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
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

/** Leads the editor to the module, view and row of an opened link, and says what of it is gone. */
export function useViewInAddress(): { gone: GoneView | null; dismiss: () => void } {
  const { player } = useEditorPlace()
  const { search, key } = useLocation()
  const isDraftRead = useSessionPart((session) => session.isDraftRead)
  /** The view the address was last read or written with. */
  const known = useRef<string | null>(null)
  const [gone, setGone] = useState<GoneView | null>(null)
  /** A row that is not there as long as the draft, which may have added it, is not read. */
  const [awaited, setAwaited] = useState<NamedView | null>(null)
  const [note] = useState(() => (text: string) => {
    known.current = text
  })
  useLayoutEffect(() => {
    const named = viewOfAddress(search)
    const text = textOf(named)
    // A link inside the console that names no view leaves the one in view.
    if (text === known.current || (named === null && !isFromOutside(key))) return
    known.current = text
    const session = useEditor.getState().sessions[player]
    if (session === undefined) return
    const part = sessionAtView(session, named)
    if (part !== null) useEditor.getState().patch(player, part)
    setGone(part === null && named !== null ? { kind: 'module', name: named.module } : null)
    setAwaited(part !== null && named?.row !== null && part.rowKey === null ? named : null)
  }, [search, key, player])
  useLayoutEffect(() => {
    if (awaited === null || awaited.row === null || !isDraftRead) return
    setAwaited(null)
    const session = useEditor.getState().sessions[player]
    const info = session === undefined ? null : diffInfoOf(session.draft.protocol, awaited.module)
    if (session === undefined || info === null) return
    const { row } = awaited
    if (hasRow(session, info, row)) useEditor.getState().patch(player, sessionAtView(session, awaited) ?? {})
    else setGone({ kind: 'row', name: moduleLabel(session.draft.protocol, info), row })
  }, [awaited, isDraftRead, player])
  useWriteView(awaited !== null, note)
  return { gone, dismiss: () => setGone(null) }
}
