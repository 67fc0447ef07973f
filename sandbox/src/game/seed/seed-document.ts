import { GUILDS, ITEMS } from '../../world/catalogue.ts'
import type { PlayerDocument, RoleData } from '../document.ts'
import { refreshPower } from '../hero-power.ts'
import { sumOf } from '../int64.ts'
import { seededRandom } from '../seeded-random.ts'
import { NOTABLE_PLAYERS } from './notable-players.ts'
import type { PlayerSummary } from './player-summary.ts'
import {
  seedArena,
  seedCurrency,
  seedGuild,
  seedRole,
  seedSession,
  seedSettings,
  seedShip,
} from './seed-singles.ts'
import { seedBag, seedFriends, seedGoods, seedHeroes, seedMails, seedQuests } from './seed-tables.ts'
import type { SeedContext } from './seed-tables.ts'

export interface SeedPlace {
  platform: number
  sId: number
  /** Game seconds of the first seeding; ages and dates count back from it. */
  seededAt: number
}

function placeNotableItems(document: PlayerDocument): void {
  for (const { itemId, count } of NOTABLE_PLAYERS.get(document.role.uId)?.bag ?? []) {
    const quality = ITEMS.get(itemId)?.quality ?? 1
    const before = document.bag[itemId] ?? { gainAt: document.role.createdAt, source: 'seed' }
    document.bag[itemId] = { ...before, itemId, quality, count, bind: quality >= 5 ? 1 : 0 }
  }
}

function contextOf(summary: PlayerSummary, place: SeedPlace): SeedContext {
  return {
    random: seededRandom(`document.${summary.uId}`),
    platform: place.platform,
    sId: place.sId,
    sequence: summary.sequence,
    uId: summary.uId,
    level: summary.level,
    now: place.seededAt,
  }
}

/** The role alone, as `seedDocument` makes it: what is drawn before it is drawn here too. */
export function seededRole(summary: PlayerSummary, place: SeedPlace): RoleData {
  const context = contextOf(summary, place)
  seedGuild(context)
  seedGoods(context)
  seedSession(context)
  return seedRole(context, summary)
}

/** A grown player's whole data; the same summary and place give the same data. */
export function seedDocument(summary: PlayerSummary, place: SeedPlace): PlayerDocument {
  const context = contextOf(summary, place)
  const guild = seedGuild(context)
  const shopGoods = seedGoods(context)
  const document: PlayerDocument = {
    session: seedSession(context),
    role: seedRole(context, summary),
    currency: seedCurrency(context),
    bag: seedBag(context, NOTABLE_PLAYERS.has(summary.uId) ? 1 : summary.level / 150),
    hero: seedHeroes(context),
    quest: seedQuests(context),
    mail: seedMails(context),
    guild,
    shop: {
      discount: GUILDS.get(guild.guildId)?.discount ?? 0,
      spent: sumOf(Object.values(shopGoods).map((row) => row.paid)),
      refreshCount: 0,
      refreshAt: place.seededAt + 14_400,
    },
    shopGoods,
    arena: seedArena(context),
    friend: seedFriends(context),
    ship: seedShip(context),
    settings: seedSettings(context),
  }
  placeNotableItems(document)
  refreshPower(document)
  return document
}
