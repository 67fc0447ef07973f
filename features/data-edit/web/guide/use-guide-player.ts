import { playerSearch, linkedPlace } from '@qd/scope/contract'
import type { FoundPlayer } from '@qd/scope/contract'
import { getConfig } from '@qd/system/contract'
import { useCall, useCalls, useMay, useScope } from '@qd/web-calls'
import { commitChanges, editPlayerData, undoEdit } from '../../contract/index.ts'

/** The player the guides and pictures of the sandbox speak of. */
const GUIDE_PLAYER = '岚夜听潮'

const QUIET = {
  tag: 'data-edit:guide.title',
  told: { quiet: 'home works without the guide' },
  staleTimeMs: Infinity,
} as const

/** Players are at any place. */
const EDIT_SOMEWHERE = { permission: editPlayerData, scopeRule: 'reach' } as const

/** The player of the guide, where there is a sandbox and the user may do all of its steps; null: nobody. */
export function useGuidePlayer(isWanted: boolean): FoundPlayer | null {
  const mayEdit = useMay(EDIT_SOMEWHERE)
  const config = useCall(getConfig, isWanted && mayEdit ? {} : null, QUIET).data
  const isOn = isWanted && mayEdit && config?.sandbox === true
  const games = useScope((state) => state.games)
  const found = useCalls(
    playerSearch,
    isOn ? games.map(({ id }) => ({ query: { q: GUIDE_PLAYER, game: id } })) : [],
    QUIET,
  )
  const player = found
    .flatMap(({ data }) => data?.players ?? [])
    .find(({ name, matchedBy }) => matchedBy === 'name' && name === GUIDE_PLAYER)
  const at =
    player === undefined
      ? null
      : { query: { game: player.game, lineId: player.lineId, sId: String(player.sId) } }
  const place = useCall(linkedPlace, at, QUIET).data
  const rightsAt = place && {
    game: place.game,
    operator: place.partnerCode,
    lineId: place.lineId,
    sId: place.sId,
  }
  const mayCommit = useMay(commitChanges, rightsAt)
  const mayUndo = useMay(undoEdit, rightsAt)
  return player !== undefined && rightsAt !== undefined && mayCommit && mayUndo ? player : null
}
