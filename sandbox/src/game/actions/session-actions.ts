import type { Action } from './action.ts'

const heartbeat: Action = (game, player, request) => {
  game.mutate(player, ({ session }) => {
    session.heartbeatAt = game.clock.gameSeconds()
  })
  return { clientTime: request.clientTime, gameTime: String(game.clock.gameMs()) }
}

export const SESSION_ACTIONS: readonly [number, Action][] = [[1002, heartbeat]]
