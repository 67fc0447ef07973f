import type { OperatorBlock, TimeReply, TimeRequest } from '@qd/game-contract'
import { dayOf, startOfDay } from '../game/game-clock.ts'
import { GameFailure } from '../game/game-failure.ts'
import type { Game } from '../game/game.ts'
import type { Language } from '@qd/i18n'
import { say, saidIn } from '../texts/say.ts'
import type { Said } from '../texts/say.ts'
import { canSetTime } from './meta.ts'

const MAX_OFFSET_MS = 400 * 86_400_000
const MAX_FIRING = 31

function newOffset(game: Game, { mode, value }: TimeRequest): number {
  if (mode === 'reset') return 0
  if (value === undefined) throw new GameFailure(2004, say('缺少时间'), { field: 'value' })
  return mode === 'set' ? value - game.clock.realMs() : value
}

/** What fires, not in any language yet. */
type Firing = Omit<TimeReply['firing'][number], 'text'> & { text: Said }

/** What happens on the way from one moment of game time to another. */
function firingBetween(game: Game, fromMs: number, toMs: number): Firing[] {
  const firing: Firing[] = []
  for (let day = dayOf(fromMs) + 1; day <= dayOf(toMs) && firing.length < MAX_FIRING; day += 1) {
    firing.push({ at: startOfDay(day), name: 'day.roll', text: say('跨天：次数与船票补满，连续登录重算') })
  }
  for (const { document } of game.players.online()) {
    const arriveMs = document.ship.route.arriveAt * 1000
    if (document.ship.sailing === 1 && arriveMs > fromMs && arriveMs <= toMs && firing.length < MAX_FIRING) {
      const text = say('{name} 的船到港', { name: document.role.name })
      firing.push({ at: arriveMs, name: 'ship.arrive', text })
    }
  }
  return firing.sort((left, right) => left.at - right.at)
}

/** Moves the game clock, never the real one; a dry run tells what would fire. */
export function setTime(
  game: Game,
  input: TimeRequest & { operator: OperatorBlock },
  language: Language,
): TimeReply {
  if (!canSetTime(game)) throw new GameFailure(1003, say('正式环境不能改时间'))
  const offset = newOffset(game, input)
  if (Math.abs(offset) > MAX_OFFSET_MS)
    throw new GameFailure(2005, say('偏移不能超过 400 天'), { field: 'value' })
  const fromMs = game.clock.gameMs()
  const real = game.clock.realMs()
  const firing = firingBetween(game, fromMs, real + offset).map(({ text, ...rest }) => ({
    ...rest,
    text: saidIn(language, text),
  }))
  if (input.dryRun === true) return { ...game.clock.reading(), game: real + offset, offset, firing }
  game.setOffset(offset)
  const { opId, user, reason } = input.operator
  game.log.write('info', 'time.changed', { opId, user, reason, offset })
  return { ...game.clock.reading(), firing }
}
