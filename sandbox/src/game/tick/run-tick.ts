import { emptyForMaintenance } from '../empty-for-maintenance.ts'
import { dayOf } from '../game-clock.ts'
import type { Game } from '../game.ts'
import type { LivePlayer } from '../live-player.ts'
import { dueOf } from './tick-player.ts'
import { wander } from './wander.ts'

const NEW_MAIL_COMMAND = 1710
/** Players one tick reaches. With more online each is reached every few seconds, with those seconds at once. */
const PLAYERS_PER_TICK = 1_000
/** Of those whose only change is the time that passed: a row takes a fifth of a millisecond. */
const SAVES_PER_TICK = 200
/** Longer than the seven days a console may wait before it tries again. */
const ANSWER_LIFETIME_MS = 8 * 86_400_000

function rollServerDay(game: Game): void {
  const day = String(dayOf(game.clock.gameMs()))
  if (game.store.fact('day') === day) return
  game.store.setFact('day', day)
  game.store.dropAnswersBefore(game.clock.realMs() - ANSWER_LIFETIME_MS)
  game.log.write('info', 'day.rolled', { day: Number(day), online: game.players.online().length })
}

function tickPlayer(game: Game, player: LivePlayer, period: number): void {
  const now = game.clock.gameSeconds()
  const seconds = Math.min(game.ticks - player.tickedAt, period)
  player.tickedAt = game.ticks
  const { modules, run } = dueOf(player.document, { now, seconds })
  const { unsaved } = player
  const mail = game.mutate(player, run, modules)
  if (unsaved !== 'deeds') player.unsaved = 'time'
  if (mail) player.connection?.push(NEW_MAIL_COMMAND, { mail })
  game.mails.offerGlobals(player, { isLogin: false })
  if (player.isWandering && player.connection === null) wander(game, player, now)
}

/** One second of the whole server. */
export function runTick(game: Game): void {
  game.ticks += 1
  rollServerDay(game)
  emptyForMaintenance(game)
  const online = game.players.online()
  const period = Math.ceil(online.length / PLAYERS_PER_TICK)
  for (const player of online) {
    if ((Number(player.uId.slice(-6)) + game.ticks) % period === 0) tickPlayer(game, player, period)
  }
  game.players.flush(SAVES_PER_TICK)
}
