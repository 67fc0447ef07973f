import { playerKey } from '@qd/contract-kit'
import { goTo } from '@qd/web-base'
import { playerAddress, playerOfAddress } from '@qd/web-calls'
import type { NamedPlayer } from '@qd/web-calls'
import type { Place } from '@qd/player-diff'
import { useLocation } from 'react-router'
import type { EditorSession } from '../state/editor-session.ts'
import { useEditor } from '../state/editor-store.ts'
import { showPlace } from '../state/show-place.ts'

/** The player the address in view names, while their data is open. */
export function usePlayerInView(): { player: NamedPlayer; session: EditorSession | null } {
  const { pathname, search } = useLocation()
  const player = playerOfAddress(`${pathname}${search}`)
  const session = useEditor(({ sessions }) =>
    player.uId === '' ? null : (sessions[playerKey(player)] ?? null),
  )
  return { player, session }
}

/** Leads the editor to a module, a row or a field, and brings the player's page into view. */
export function leadTo(player: NamedPlayer, place: Place): void {
  showPlace(playerKey(player), place)
  goTo(playerAddress(player))
}
