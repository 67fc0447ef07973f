import type { PlayerKey } from '@qd/contract-kit'
import type { Place } from '@qd/player-diff'
import { useEditor } from './editor-store.ts'

/** Leads the editor to the place of a change: its row in the table, else its field in the form. */
export function showPlace(player: PlayerKey, { diff, key, path }: Place): void {
  const place = { diff, path, ...(key === undefined ? {} : { key }) }
  useEditor.getState().patch(player, {
    diff,
    mode: key !== undefined && path.length <= 1 ? 'table' : 'form',
    rowKey: key ?? null,
    column: String(path[0] ?? ''),
    focus: place,
    search: '',
  })
}
