import { emptyForMaintenance } from '../empty-for-maintenance.ts'
import { dayOf } from '../game-clock.ts'
import type { Game } from '../game.ts'
import { tickPlayer } from './tick-player.ts'
import { wander } from './wander.ts'

const NEW_MAIL_COMMAND = 1710
/** Longer than the seven days a console may wait before it tries again. */
const ANSWER_LIFETIME_MS = 8 * 86_400_000

function rollServerDay(game: Game): void {
  const day = String(dayOf(game.clock.gameMs()))
  if (game.store.fact('day') === day) return
  game.store.setFact('day', day)
  game.store.dropAnswersBefore(game.clock.realMs() - ANSWER_LIFETIME_MS)
  game.log.write('info', 'day.rolled', { day: Number(day), online: game.players.online().length })
}

/** One second of the whole server. */
export function runTick(game: Game): void {
  const now = game.clock.gameSeconds()
  rollServerDay(game)
  emptyForMaintenance(game)
  for (const player of game.players.online()) {
    const mail = game.mutate(player, (document) => tickPlayer(document, now))
    if (mail) player.connection?.push(NEW_MAIL_COMMAND, { mail })
    if (player.isWandering && player.connection === null) wander(game, player, now)
  }
  game.players.flush()
}
