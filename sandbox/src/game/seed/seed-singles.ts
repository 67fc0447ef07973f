import { GUILDS } from '../../world/catalogue.ts'
import type {
  ArenaData,
  CurrencyData,
  GuildData,
  RoleData,
  SessionData,
  SettingsData,
  ShipData,
} from '../document.ts'
import { dayOf } from '../game-clock.ts'
import { NOTABLE_PLAYERS } from './notable-players.ts'
import { seededSummary } from './player-summary.ts'
import type { PlayerSummary } from './player-summary.ts'
import type { SeedContext } from './seed-tables.ts'

const DAY = 86_400

export function seedSession({ random, now }: SeedContext): SessionData {
  const enterAt = now - random.int(60, 30 * DAY)
  return {
    loginCount: random.int(1, 900),
    deviceId: '',
    clientVer: random.pick(['1.8.0', '1.8.2', '1.9.0']),
    ip: `198.51.100.${random.int(1, 254)}`,
    enterAt,
    heartbeatAt: enterAt + random.int(20, 7200),
  }
}

export function seedRole(context: SeedContext, summary: PlayerSummary): RoleData {
  const { random, now, sId } = context
  const notable = NOTABLE_PLAYERS.get(summary.uId)
  const sinceLogin = random.int(60, 30 * DAY)
  const lastLoginAt = now - (notable?.sinceLoginSeconds ?? sinceLogin)
  return {
    uId: summary.uId,
    name: summary.name,
    level: summary.level,
    exp: String(random.int(0, summary.level * 1000 - 1)),
    vip: notable?.vip ?? (random.chance(0.3) ? random.int(1, 12) : 0),
    power: '0',
    gender: random.int(0, 2),
    avatar: random.int(1, 60),
    title: random.chance(0.3) ? random.pick(['守灯人', '破浪者', '夜航者', '鲸歌使']) : '',
    signature: random.chance(0.4) ? '愿灯火照亮归航。' : '',
    channel: summary.channel,
    bornServer: sId,
    account: summary.account,
    language: random.pick(['zh', 'zh', 'zh', 'en', 'tr', 'ru', 'de']),
    createdAt: notable?.createdAt ?? now - random.int(30 * DAY, 400 * DAY),
    lastLoginAt,
    lastLogoutAt: lastLoginAt - random.int(600, DAY),
    onlineSeconds: random.int(600, summary.level * 20_000),
    stamina: random.int(20, 200),
    staminaAt: now,
    position: {
      harbor: random.int(1, 12),
      x: random.int(-40_000, 40_000) / 10,
      y: random.int(-40_000, 40_000) / 10,
    },
    tags: random.chance(0.1) ? ['回流'] : [],
    newbieStep: summary.level > 10 ? 99 : random.int(1, 98),
    banUntil: 0,
    muteUntil: 0,
    dayLogin: random.int(1, 60),
    dayKey: dayOf(now * 1000),
    likes: random.int(0, summary.level * 30),
  }
}

export function seedCurrency({ random, level, uId }: SeedContext): CurrencyData {
  return {
    gold: String(BigInt(random.int(100, 90_000)) * BigInt(level)),
    diamond: NOTABLE_PLAYERS.get(uId)?.diamond ?? random.int(50, 400 * level),
    bindDiamond: random.int(0, 5000),
    shell: random.int(0, 900),
    honor: random.int(0, 200 * level),
    guildCoin: random.int(0, 3000),
    ticket: random.int(2, 9),
    stardust: random.int(0, 4000),
    totalRecharge: String(random.chance(0.3) ? random.int(600, 900_000) : 0),
  }
}

export function seedGuild({ random, level, now }: SeedContext): GuildData {
  const guild = level >= 12 && random.chance(0.8) ? random.pick([...GUILDS.values()]) : null
  return {
    guildId: guild?.guildId ?? '0',
    name: guild?.name ?? '',
    position: guild ? random.int(1, 3) : 0,
    joinAt: guild ? now - random.int(DAY, 100 * DAY) : 0,
    leaveAt: 0,
    contribution: guild ? random.int(0, 90_000) : 0,
    weekContribution: guild ? random.int(0, 4000) : 0,
    techs: guild ? [1, 2, 5, 9].filter(() => random.chance(0.6)) : [],
  }
}

export function seedArena({ random, platform, sId, sequence, level, now }: SeedContext): ArenaData {
  const wins = random.int(0, level * 3)
  const losses = random.int(0, level * 3)
  const rank = random.int(1, 5000)
  const opponents = [1, 2, 3].map((step) => seededSummary(platform, sId, 1 + ((sequence + step * 17) % 2000)))
  return {
    rank,
    bestRank: random.int(1, rank),
    score: 1000 + (wins - losses) * 3 + 900,
    wins,
    losses,
    winRate: wins + losses === 0 ? 0 : Math.round((wins / (wins + losses)) * 1000) / 1000,
    tickets: random.int(1, 5),
    season: 7,
    challengeAt: now - random.int(600, 10 * DAY),
    opponents: opponents.map((other) => ({
      uId: other.uId,
      name: other.name,
      power: String(other.level * 9000 + 4000),
    })),
  }
}

export function seedShip({ random, level, now }: SeedContext): ShipData {
  const shipLevel = Math.max(1, Math.floor(level / 2))
  const startAt = now - random.int(DAY, 9 * DAY)
  return {
    shipId: Math.min(5, 1 + Math.floor(level / 20)),
    name: random.pick(['长庚号', '白鹭号', 'Windrose', '守夜号', 'Чайка', '鲸歌号']),
    level: shipLevel,
    hull: shipLevel * 100,
    hullMax: shipLevel * 100,
    speed: 6 + Math.round(random.next() * 80) / 10,
    sailing: 0,
    route: {
      fromHarbor: random.int(1, 12),
      toHarbor: random.int(1, 12),
      distance: random.int(100, 9000) / 10,
      startAt,
      arriveAt: startAt + 3600,
    },
    cargo: random.chance(0.5) ? [{ itemId: 10150, count: random.int(1, 40) }] : [],
    crew: [1001, 1002, 1003].slice(0, random.int(1, 3)),
    trips: random.int(0, level * 4),
  }
}

export function seedSettings({ random, now }: SeedContext): SettingsData {
  return {
    music: random.int(0, 100),
    sound: random.int(0, 100),
    voice: random.int(0, 100),
    quality: random.int(1, 4),
    fps: random.pick([30, 60, 120]),
    sensitivity: random.int(5, 25) / 10,
    pushNight: random.int(0, 1),
    pushStamina: random.int(0, 1),
    pushSail: 1,
    blockStranger: random.int(0, 1),
    autoBattle: random.int(0, 1),
    showDamage: 1,
    chatBubble: random.int(0, 30),
    nickColor: random.pick(['#FFFFFF', '#FFD700', '#7FDBFF']),
    hotkeys: ['Q', 'W', 'E', 'R'],
    blockWords: random.chance(0.2) ? ['代练', '刷屏'] : [],
    savedAt: now - random.int(DAY, 90 * DAY),
  }
}
