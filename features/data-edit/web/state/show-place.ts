import type { PlayerKey } from '@qd/contract-kit'
import type { Place } from '@qd/player-diff'
import { diffInfoOf } from '@qd/protocol-model'
import { isNested } from '../table/is-nested.ts'
import type { EditorSession } from './editor-session.ts'
import { useEditor } from './editor-store.ts'

/** The row a field of a table is shown at: the one with the cursor, else the first. */
function rowFor(session: EditorSession, netKey: string, diff: string): string | null {
  if (session.diff === diff && session.rowKey !== null) return session.rowKey
  const rows: unknown = Object.hasOwn(session.draft.data, netKey) ? session.draft.data[netKey] : null
  return typeof rows === 'object' && rows !== null ? (Object.keys(rows)[0] ?? null) : null
}

/**
 * Leads the editor to a module, a row or a field: a cell of the table, or in the form what no cell can show.
 * An old change may be of a module the game has no more: the editor stays where it is.
 */
export function showPlace(player: PlayerKey, { diff, key, path }: Place): void {
  const { sessions, patch } = useEditor.getState()
  const session = sessions[player]
  const info = session === undefined ? null : diffInfoOf(session.draft.protocol, diff)
  if (session === undefined || info === null) return
  const name = path.length === 0 ? null : String(path[0])
  const field = info.fields.find(({ fieldName }) => fieldName === name)
  const isCell = info.key !== '' && path.length <= 1 && (field === undefined || !isNested(field))
  const rowKey = info.key === '' ? null : (key ?? (name === null ? null : rowFor(session, info.netKey, diff)))
  patch(player, {
    diff: info.name,
    mode: isCell ? 'table' : 'form',
    rowKey,
    column: isCell ? (name ?? (rowKey === null ? null : info.key)) : null,
    focus: name === null ? null : { diff: info.name, path, ...(rowKey === null ? {} : { key: rowKey }) },
    search: '',
  })
}
