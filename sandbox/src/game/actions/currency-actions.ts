import { GameFailure } from '../game-failure.ts'
import { addToText } from '../int64.ts'
import type { Action } from './action.ts'
import { intOf } from './request.ts'

const GOLD_PER_SHELL = 20

const currencyInfo: Action = (_game, { document: { currency } }) => ({ ...currency })

const exchange: Action = (game, player, request) => {
  const shell = intOf(request, 'shell', { min: 1, max: 9_999_999 })
  if (player.document.currency.shell < shell) throw new GameFailure(2004, '贝壳不足')
  return game.mutate(player, ({ currency }) => {
    currency.shell -= shell
    currency.gold = addToText(currency.gold, shell * GOLD_PER_SHELL)
    return { gold: currency.gold, shell: currency.shell }
  })
}

export const CURRENCY_ACTIONS: readonly [number, Action][] = [
  [1301, currencyInfo],
  [1302, exchange],
]
