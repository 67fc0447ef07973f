import { playerKey } from '@qd/contract-kit'
import { goTo } from '@qd/web-base'
import { playerAddress, playerOfAddress } from '@qd/web-calls'
import type { NamedPlayer } from '@qd/web-calls'
import type { Place } from '@qd/player-diff'
import { diffInfoOf } from '@qd/protocol-model'
import { useLocation } from 'react-router'
import type { EditorSession } from '../state/editor-session.ts'
import { useEditor } from '../state/editor-store.ts'
import { isNested } from '../table/is-nested.ts'

/** The player the address in view names, while their data is open. */
export function usePlayerInView(): { player: NamedPlayer; session: EditorSession | null } {
  const { pathname, search } = useLocation()
  const player = playerOfAddress(`${pathname}${search}`)
  const session = useEditor(({ sessions }) =>
    player.uId === '' ? null : (sessions[playerKey(player)] ?? null),
  )
  return { player, session }
}

/** The row a field of a table is shown at: the one with the cursor, else the first. */
function rowFor(session: EditorSession, netKey: string, diff: string): string | null {
  if (session.diff === diff && session.rowKey !== null) return session.rowKey
  const rows: unknown = Object.hasOwn(session.draft.data, netKey) ? session.draft.data[netKey] : null
  return typeof rows === 'object' && rows !== null ? (Object.keys(rows)[0] ?? null) : null
}

/** Leads the editor to a module, a row or a field, and brings the player's page into view. */
export function leadTo(player: NamedPlayer, { diff, key, path }: Place): void {
  const { sessions, patch } = useEditor.getState()
  const session = sessions[playerKey(player)]
  const info = session === undefined ? null : diffInfoOf(session.draft.protocol, diff)
  if (session === undefined || info === null) return
  const name = path.length === 0 ? null : String(path[0])
  const field = info.fields.find(({ fieldName }) => fieldName === name)
  const isCell = info.key !== '' && (field === undefined || !isNested(field))
  const rowKey = info.key === '' ? null : (key ?? (name === null ? null : rowFor(session, info.netKey, diff)))
  patch(playerKey(player), {
    diff: info.name,
    mode: isCell ? 'table' : 'form',
    rowKey,
    column: isCell ? (name ?? (rowKey === null ? null : info.key)) : null,
    focus:
      name === null ? null : { diff: info.name, path: [name], ...(rowKey === null ? {} : { key: rowKey }) },
  })
  goTo(playerAddress(player))
}
