import { GOODS, HEROES, ITEMS, LIMITS, QUESTS, itemName } from '../../world/catalogue.ts'
import type { BagRow, FriendRow, GoodsRow, HeroRow, MailRow, QuestRow, Table } from '../document.ts'
import { heroPower } from '../hero-power.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { seededSummary } from './player-summary.ts'

const DAY = 86_400

/** What the makers of a new document share; `now` is the moment the server was first seeded, in game seconds. */
export interface SeedContext {
  random: SeededRandom
  platform: number
  sId: number
  sequence: number
  uId: string
  level: number
  now: number
}

/** `share` of the catalogue lies in the bag: 0 for a new player, 1 for everything. */
export function seedBag({ random, now }: SeedContext, share: number): Table<BagRow> {
  const bag: Table<BagRow> = {}
  for (const item of ITEMS.values()) {
    if (!random.chance(share)) continue
    const most = Math.min(LIMITS.get(item.number) ?? 999, [0, 999, 400, 120, 40, 3][item.quality]!)
    bag[item.number] = {
      itemId: item.number,
      quality: item.quality,
      count: random.int(1, most),
      gainAt: now - random.int(600, 120 * DAY),
      bind: item.quality >= 4 && random.chance(0.5) ? 1 : 0,
      source: random.pick(['seed', 'quest', 'sail', 'mail']),
    }
  }
  return bag
}

export function seedHeroes({ random, level, now }: SeedContext): Table<HeroRow> {
  const heroes: Table<HeroRow> = {}
  const owned = Math.max(1, Math.round((HEROES.size * level) / 72))
  for (const [heroId, name] of [...HEROES].slice(0, owned)) {
    const hero: HeroRow = {
      heroId,
      name,
      level: random.int(Math.max(1, Math.floor(level / 2)), level),
      exp: random.int(0, 9999),
      star: random.int(1, level > 60 ? 7 : 4),
      power: 0,
      stats: {
        attack: random.int(50, 60 * level + 60),
        defence: random.int(40, 40 * level + 60),
        critRate: Math.round(random.next() * 50) / 100,
      },
      skills: [1, 2, 3].map((index) => ({ skillId: heroId * 10 + index, level: random.int(1, 10) })),
      equips: [1, 2, 3, 4]
        .filter(() => random.chance(0.6))
        .map((slot) => ({ slot, itemId: 10001 + random.int(0, 149), enhance: random.int(0, 20) })),
      skin: random.chance(0.2) ? random.int(1, 9) : 0,
      locked: random.chance(0.3) ? 1 : 0,
      gainAt: now - random.int(DAY, 200 * DAY),
    }
    hero.power = heroPower(hero)
    heroes[heroId] = hero
  }
  return heroes
}

export function seedQuests({ random, level, now }: SeedContext): Table<QuestRow> {
  const quests: Table<QuestRow> = {}
  for (const quest of QUESTS.values()) {
    if (quest.needLevel > level) continue
    const isOpen = quest.needLevel > level - 4
    const progress = isOpen ? random.int(0, quest.target) : quest.target
    const acceptAt = now - random.int(2 * DAY, 90 * DAY)
    quests[quest.questId] = {
      questId: quest.questId,
      name: quest.name,
      state: isOpen ? (progress >= quest.target ? 2 : 1) : 3,
      progress,
      target: quest.target,
      needLevel: quest.needLevel,
      acceptAt,
      finishAt: isOpen ? 0 : acceptAt + random.int(600, 2 * DAY),
      rewards: quest.rewards.map((reward) => ({ ...reward })),
    }
  }
  return quests
}

export function seedMails({ random, uId, level, now }: SeedContext): Table<MailRow> {
  const mails: Table<MailRow> = {}
  const count = Math.min(12, 1 + Math.floor(level / 6))
  for (let index = 1; index <= count; index += 1) {
    const itemId = 10001 + random.int(0, 149)
    const isClaimed = random.chance(0.5) ? 1 : 0
    const sendAt = now - random.int(600, 20 * DAY)
    const mailId = (BigInt(uId) * 1000n + BigInt(index)).toString()
    mails[mailId] = {
      mailId,
      title: random.pick(['潮汐节奖励', '停服补偿', '航海周报', '欢迎来到灯海', '公会结算']),
      body: `亲爱的船长：\n随信附上 ${itemName(itemId)}，请在过期前领取。`,
      sender: '系统',
      sendAt,
      expireAt: sendAt + 60 * DAY,
      isRead: isClaimed || (random.chance(0.5) ? 1 : 0),
      isClaimed,
      attach: [{ itemId, count: random.int(1, 20) }],
    }
  }
  return mails
}

/** Counters of past purchases; what was paid lies between the full and the deepest discount price. */
export function seedGoods({ random, level, now }: SeedContext): Table<GoodsRow> {
  const rows: Table<GoodsRow> = {}
  for (const goods of GOODS.values()) {
    const bought = random.chance(level / 120) ? random.int(1, 12) : 0
    rows[goods.goodsId] = {
      ...goods,
      bought,
      paid: bought * Math.ceil((goods.price * random.int(80, 100)) / 100),
      lastBuyAt: bought === 0 ? 0 : now - random.int(600, 60 * DAY),
    }
  }
  return rows
}

export function seedFriends(context: SeedContext): Table<FriendRow> {
  const { random, platform, sId, sequence, level, now } = context
  const friends: Table<FriendRow> = {}
  for (let index = 0; index < Math.min(20, Math.floor(level / 4)); index += 1) {
    const other = seededSummary(platform, sId, 1 + random.int(0, 1999))
    if (other.sequence === sequence) continue
    friends[other.uId] = {
      uId: other.uId,
      name: other.name,
      level: other.level,
      intimacy: random.int(0, 5000),
      remark: random.chance(0.2) ? '老朋友' : '',
      serverId: sId,
      channel: other.channel,
      addedAt: now - random.int(DAY, 150 * DAY),
    }
  }
  return friends
}
