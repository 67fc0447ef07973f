import { GOODS, HEROES } from '../../world/catalogue.ts'
import type { PlayerDocument } from '../document.ts'
import { refreshPower } from '../hero-power.ts'
import type { PlayerSummary } from './player-summary.ts'
import { seedDocument } from './seed-document.ts'
import type { SeedPlace } from './seed-document.ts'

/** A player who has just been created: level 1, one hero, starting coins, nothing bought. */
export function newDocument(summary: PlayerSummary, place: SeedPlace): PlayerDocument {
  const document = seedDocument({ ...summary, level: 1 }, place)
  const now = place.seededAt
  Object.assign(document.role, { exp: '0', vip: 0, createdAt: now, lastLoginAt: 0, lastLogoutAt: 0 })
  Object.assign(document.role, { onlineSeconds: 0, stamina: 200, newbieStep: 0, dayLogin: 1, tags: [] })
  document.role.position = { harbor: 1, x: 0, y: 0 }
  document.currency = {
    gold: '1000',
    diamond: 100,
    bindDiamond: 0,
    shell: 0,
    honor: 0,
    guildCoin: 0,
    ticket: 5,
    stardust: 0,
    totalRecharge: '0',
  }
  document.session = { loginCount: 0, deviceId: '', clientVer: '', ip: '', enterAt: 0, heartbeatAt: 0 }
  document.bag = {
    10041: { itemId: 10041, quality: 1, count: 10, gainAt: now, bind: 0, source: 'seed' },
    10101: { itemId: 10101, quality: 3, count: 1, gainAt: now, bind: 0, source: 'seed' },
  }
  const hero = document.hero[1001]
  document.hero = hero ? { 1001: { ...hero, name: HEROES.get(1001) ?? hero.name, gainAt: now } } : {}
  Object.assign(document.arena, { wins: 0, losses: 0, winRate: 0, score: 1000, rank: 5000, bestRank: 5000 })
  document.ship.trips = 0
  document.quest = {}
  document.friend = {}
  document.shop = { discount: 0, spent: '0', refreshCount: 0, refreshAt: now + 14_400 }
  document.shopGoods = Object.fromEntries(
    [...GOODS.values()].map((goods) => [goods.goodsId, { ...goods, bought: 0, paid: 0, lastBuyAt: 0 }]),
  )
  refreshPower(document)
  return document
}
