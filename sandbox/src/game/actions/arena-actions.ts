import { GameFailure } from '../game-failure.ts'
import { seededRandom } from '../seeded-random.ts'
import type { Action } from './action.ts'
import { idOf, required } from './request.ts'

const HONOR_PER_WIN = 20

const arenaInfo: Action = (_game, { document: { arena } }) => ({ ...arena })

/** The stronger side wins more often; the outcome depends only on who fights and how often they have fought. */
const challenge: Action = (game, player, request) => {
  const uId = idOf(request, 'uId')
  const { arena, role } = player.document
  const opponent = required(
    arena.opponents.find((row) => row.uId === uId),
    '不在可挑战的对手里',
  )
  if (arena.tickets < 1) throw new GameFailure(2004, '今天没有挑战次数了')
  const own = Number(role.power)
  const share = own / Math.max(1, own + Number(opponent.power))
  const isWin = seededRandom(`fight.${role.uId}.${uId}.${arena.wins + arena.losses}`).chance(share)
  return game.mutate(player, (document) => {
    const now = document.arena
    now.tickets -= 1
    now.wins += isWin ? 1 : 0
    now.losses += isWin ? 0 : 1
    now.winRate = Math.round((now.wins / (now.wins + now.losses)) * 1000) / 1000
    now.score = Math.max(0, now.score + (isWin ? 12 : -8))
    now.rank = Math.max(1, now.rank + (isWin ? -3 : 2))
    now.bestRank = Math.min(now.bestRank, now.rank)
    now.challengeAt = game.clock.gameSeconds()
    if (isWin) document.currency.honor = Math.min(9_999_999, document.currency.honor + HONOR_PER_WIN)
    return { isWin, score: now.score, rank: now.rank }
  })
}

export const ARENA_ACTIONS: readonly [number, Action][] = [
  [2001, arenaInfo],
  [2002, challenge],
]
