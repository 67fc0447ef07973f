import type { OperatorBlock, ServerStateReply, ServerStateRequest } from '@qd/game-contract'
import { emptyForMaintenance } from '../game/empty-for-maintenance.ts'
import type { Game } from '../game/game.ts'

/** Takes players in another way from now on, or from the time that is named. */
export function setServerState(
  game: Game,
  { operator, ...asked }: ServerStateRequest & { operator: OperatorBlock },
): ServerStateReply {
  game.door.set(asked)
  emptyForMaintenance(game)
  const { opId, user, reason } = operator
  game.log.write('info', 'state.changed', { opId, user, reason, state: asked.state })
  return { state: game.door.state(), online: game.players.online().length }
}
