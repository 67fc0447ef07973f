import { GameFailure } from '../game-failure.ts'
import type { Action } from './action.ts'
import { intOf } from './request.ts'

const MILES_BETWEEN_HARBOURS = 4.5
const HULL_PER_TRIP = 5

const shipInfo: Action = (_game, { document: { ship } }) => ({
  name: ship.name,
  level: ship.level,
  hull: ship.hull,
  isSailing: ship.sailing === 1,
  arriveAt: String(ship.route.arriveAt),
})

/** Takes a ticket; the tick brings the ship in and pays for the trip. */
const sail: Action = (game, player, request) => {
  const toHarbor = intOf(request, 'toHarbor', { min: 1, max: 12 })
  const { ship, role, currency } = player.document
  if (ship.sailing === 1) throw new GameFailure(2004, '还在航行中')
  if (role.position.harbor === toHarbor) throw new GameFailure(2004, '已经在这个港口')
  if (currency.ticket < 1) throw new GameFailure(2004, '没有船票')
  if (ship.hull < HULL_PER_TRIP) throw new GameFailure(2004, '船的耐久不足')
  return game.mutate(player, (document) => {
    const fromHarbor = document.role.position.harbor
    const distance = Math.abs(toHarbor - fromHarbor) * MILES_BETWEEN_HARBOURS
    const startAt = game.clock.gameSeconds()
    const arriveAt = startAt + Math.max(20, Math.round((distance / document.ship.speed) * 60))
    document.currency.ticket -= 1
    document.ship.hull -= HULL_PER_TRIP
    document.ship.sailing = 1
    document.ship.route = { fromHarbor, toHarbor, distance, startAt, arriveAt }
    return { arriveAt: String(arriveAt), ticket: document.currency.ticket }
  })
}

export const SHIP_ACTIONS: readonly [number, Action][] = [
  [2201, shipInfo],
  [2202, sail],
]
