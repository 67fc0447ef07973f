import { diffInfoOf } from '@qd/protocol-model'
import type { DiffInfo, PlayerData } from '@qd/protocol-model'
import type { EditorSession, ViewMode } from '../state/editor-session.ts'
import { modulesOf } from '../model/module-list.ts'

const VIEWS: readonly ViewMode[] = ['table', 'form', 'json']

/** What of a player's data a link shows: a module, how it is shown, and the row with the cursor. */
export interface NamedView {
  module: string
  /** Null: as the module opens. */
  view: ViewMode | null
  row: string | null
}

/** The view an address names; null: none, so the player opens as usual. */
export function viewOfAddress(search: string): NamedView | null {
  const query = new URLSearchParams(search)
  const module = query.get('module') ?? ''
  if (module === '') return null
  const view = VIEWS.find((each) => each === query.get('view')) ?? null
  return { module, view, row: query.get('row') }
}

/** The same query naming this view and no other. */
export function searchWithView(search: string, named: NamedView | null): string {
  const query = new URLSearchParams(search)
  for (const name of ['module', 'view', 'row']) query.delete(name)
  if (named !== null) {
    query.set('module', named.module)
    if (named.view !== null) query.set('view', named.view)
    if (named.row !== null) query.set('row', named.row)
  }
  return query.toString()
}

function rowsIn(info: DiffInfo, data: PlayerData): object {
  const rows: unknown = Object.hasOwn(data, info.netKey) ? data[info.netKey] : null
  return typeof rows === 'object' && rows !== null ? rows : {}
}

/** Whether the player has the row, or had it before the pending changes. */
export function hasRow({ draft }: EditorSession, info: DiffInfo, row: string): boolean {
  if (info.key === '') return false
  return [draft.data, draft.base].some((data) => Object.hasOwn(rowsIn(info, data), row))
}

/** A module without rows has no table. */
function usualView(info: DiffInfo): ViewMode {
  return info.key === '' ? 'form' : 'table'
}

/** What the window shows, as its address names it; null: the view a player opens with. */
export function viewOfSession(session: EditorSession): NamedView | null {
  const { draft, diff, mode, rowKey } = session
  const info = diffInfoOf(draft.protocol, diff)
  if (info === null) return null
  const view = info.key === '' && mode === 'table' ? 'form' : mode
  const row = rowKey !== null && hasRow(session, info, rowKey) ? rowKey : null
  const isFirst = modulesOf(draft.protocol)[0]?.name === info.name
  if (isFirst && view === usualView(info) && row === null) return null
  return { module: info.name, view, row }
}

/** The part of a session that shows what an address names; of a module that is not there, nothing. */
export function sessionAtView(
  session: EditorSession,
  named: NamedView | null,
): Pick<EditorSession, 'diff' | 'mode' | 'rowKey' | 'column' | 'focus'> | null {
  const { protocol } = session.draft
  const first = modulesOf(protocol)[0]?.name ?? ''
  const info = diffInfoOf(protocol, named?.module ?? first)
  if (info === null) return null
  const row = named?.row ?? null
  const isThere = row !== null && hasRow(session, info, row)
  return {
    diff: info.name,
    mode: named?.view ?? 'table',
    rowKey: isThere ? row : null,
    column: isThere ? info.key : null,
    focus: null,
  }
}
