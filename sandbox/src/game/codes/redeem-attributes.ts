import type { RedeemAttributes } from '@qd/game-contract/open'
import type { PlayerDocument } from '../document.ts'
import type { Game } from '../game.ts'
import { languageOfPlayer } from '../mail/mail-content.ts'

/** What the console tests the limits of a code against. */
export function attributesOf(game: Game, { role, currency }: PlayerDocument): RedeemAttributes {
  return {
    channel: role.channel,
    level: role.level,
    vip: role.vip,
    // Codes go by real time.
    registeredAt: Math.max(role.createdAt * 1000 - game.clock.offsetMs, 0),
    language: languageOfPlayer(role.language),
    recharge: Number(currency.totalRecharge),
    openDay: game.openDay,
  }
}
