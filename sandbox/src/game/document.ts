/** Whole numbers are numbers, int64 is text, times are epoch seconds of game time, flags are 0 or 1. */
export interface SessionData {
  loginCount: number
  deviceId: string
  clientVer: string
  ip: string
  enterAt: number
  heartbeatAt: number
}

export interface RoleData {
  uId: string
  name: string
  level: number
  exp: string
  vip: number
  power: string
  gender: number
  avatar: number
  title: string
  signature: string
  channel: string
  bornServer: number
  account: string
  language: string
  createdAt: number
  lastLoginAt: number
  lastLogoutAt: number
  onlineSeconds: number
  stamina: number
  staminaAt: number
  position: { harbor: number; x: number; y: number }
  tags: string[]
  newbieStep: number
  banUntil: number
  muteUntil: number
  dayLogin: number
  dayKey: number
  likes: number
}

export interface CurrencyData {
  gold: string
  diamond: number
  bindDiamond: number
  shell: number
  honor: number
  guildCoin: number
  ticket: number
  stardust: number
  totalRecharge: string
}

export interface BagRow {
  itemId: number
  quality: number
  count: number
  gainAt: number
  bind: number
  source: string
}

export interface HeroEquipRow {
  slot: number
  itemId: number
  enhance: number
}

export interface HeroRow {
  heroId: number
  name: string
  level: number
  exp: number
  star: number
  power: number
  stats: { attack: number; defence: number; critRate: number }
  skills: { skillId: number; level: number }[]
  equips: HeroEquipRow[]
  skin: number
  locked: number
  gainAt: number
}

export interface ItemStack {
  itemId: number
  count: number
}

/** `state` is 1 accepted, 2 claimable, 3 finished. */
export interface QuestRow {
  questId: number
  name: string
  state: number
  progress: number
  target: number
  needLevel: number
  acceptAt: number
  finishAt: number
  rewards: ItemStack[]
}

export interface MailRow {
  mailId: string
  title: string
  body: string
  sender: string
  sendAt: number
  expireAt: number
  isRead: number
  isClaimed: number
  attach: ItemStack[]
}

export interface GuildData {
  guildId: string
  name: string
  position: number
  joinAt: number
  leaveAt: number
  contribution: number
  weekContribution: number
  techs: number[]
}

export interface ShopData {
  discount: number
  spent: string
  refreshCount: number
  refreshAt: number
}

export interface GoodsRow {
  goodsId: number
  itemId: number
  pack: number
  price: number
  bought: number
  paid: number
  lastBuyAt: number
}

export interface ArenaData {
  rank: number
  bestRank: number
  score: number
  wins: number
  losses: number
  winRate: number
  tickets: number
  season: number
  challengeAt: number
  opponents: { uId: string; name: string; power: string }[]
}

export interface FriendRow {
  uId: string
  name: string
  level: number
  intimacy: number
  remark: string
  serverId: number
  channel: string
  addedAt: number
}

export interface ShipData {
  shipId: number
  name: string
  level: number
  hull: number
  hullMax: number
  speed: number
  sailing: number
  route: { fromHarbor: number; toHarbor: number; distance: number; startAt: number; arriveAt: number }
  cargo: ItemStack[]
  crew: number[]
  trips: number
}

export interface SettingsData {
  music: number
  sound: number
  voice: number
  quality: number
  fps: number
  sensitivity: number
  pushNight: number
  pushStamina: number
  pushSail: number
  blockStranger: number
  autoBattle: number
  showDamage: number
  chatBubble: number
  nickColor: string
  hotkeys: string[]
  blockWords: string[]
  savedAt: number
}

export type Table<Row> = Record<string, Row>

/** Everything the game keeps about one player, by net key; modules of an extra protocol folder stand beside these. */
export interface PlayerDocument {
  [netKey: string]: unknown
  session: SessionData
  role: RoleData
  currency: CurrencyData
  bag: Table<BagRow>
  hero: Table<HeroRow>
  quest: Table<QuestRow>
  mail: Table<MailRow>
  guild: GuildData
  shop: ShopData
  shopGoods: Table<GoodsRow>
  arena: ArenaData
  friend: Table<FriendRow>
  ship: ShipData
  settings: SettingsData
}
