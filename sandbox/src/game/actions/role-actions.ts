import { checkName } from '../check-name.ts'
import { GameFailure } from '../game-failure.ts'
import { gainExp } from '../gain-exp.ts'
import type { Action } from './action.ts'
import { intOf } from './request.ts'

const STAMINA_PER_TRAINING = 10
const EXP_PER_TRAINING = 300

const roleInfo: Action = (_game, { document: { role } }) => ({ ...role })

const rename: Action = (game, player, request) => {
  const name = String(request.name)
  checkName(game.definitions.protocol, name)
  game.mutate(player, ({ role }) => {
    role.name = name
  })
  return { name }
}

/** Stamina turns into experience. */
const train: Action = (game, player, request) => {
  const times = intOf(request, 'times', { min: 1, max: 20 })
  const cost = times * STAMINA_PER_TRAINING
  if (player.document.role.stamina < cost) throw new GameFailure(2004, '体力不足')
  return game.mutate(player, (document) => {
    document.role.stamina -= cost
    gainExp(document, times * EXP_PER_TRAINING)
    const { level, exp, stamina } = document.role
    return { level, exp, stamina }
  })
}

export const ROLE_ACTIONS: readonly [number, Action][] = [
  [1201, roleInfo],
  [1202, rename],
  [1203, train],
]
