import { addItem } from '../bag.ts'
import type { MailRow, PlayerDocument } from '../document.ts'
import { dayOf } from '../game-clock.ts'
import { addToText } from '../int64.ts'

const SECONDS_PER_STAMINA = 60
const MAX_STAMINA = 200
const DAILY_TICKETS = 5
const MAIL_LIFETIME = 30 * 86_400
const SHOP_REFRESH = 14_400
/** Day 0 of the count was a Thursday, so a Monday leaves 4. */
const MONDAY = 4

function recoverStamina({ role }: PlayerDocument, now: number): void {
  // The clock may have been set back; the next point then counts from now.
  if (role.staminaAt > now) role.staminaAt = now
  const points = Math.floor((now - role.staminaAt) / SECONDS_PER_STAMINA)
  if (points === 0) return
  role.stamina = Math.max(role.stamina, Math.min(MAX_STAMINA, role.stamina + points))
  role.staminaAt += points * SECONDS_PER_STAMINA
}

function dailyMail({ role, mail }: PlayerDocument, day: number, now: number): MailRow | null {
  const mailId = (BigInt(role.uId) * 1_000_000n + BigInt(day)).toString()
  if (mail[mailId] || Object.keys(mail).length >= 100) return null
  const row: MailRow = {
    mailId,
    title: '每日补给',
    body: '新的一天，愿灯火照亮归航。',
    sender: '系统',
    sendAt: now,
    expireAt: now + MAIL_LIFETIME,
    isRead: 0,
    isClaimed: 0,
    attach: [{ itemId: 10_041, count: 5 }],
  }
  mail[mailId] = row
  return row
}

/** Once a day: counters start again, tickets are filled up, a mail arrives. */
function rollDay(document: PlayerDocument, now: number): MailRow | null {
  const day = dayOf(now * 1000)
  const { role, arena, currency, guild, shop } = document
  if (role.dayKey === day) return null
  role.dayLogin = day === role.dayKey + 1 ? Math.min(9999, role.dayLogin + 1) : 1
  const isForward = day > role.dayKey
  role.dayKey = day
  if (!isForward) return null
  arena.tickets = Math.max(arena.tickets, DAILY_TICKETS)
  currency.ticket = Math.max(currency.ticket, DAILY_TICKETS)
  shop.refreshCount = 0
  if (day % 7 === MONDAY) guild.weekContribution = 0
  return dailyMail(document, day, now)
}

function arrive({ ship, role, currency, hero }: PlayerDocument, now: number): void {
  if (ship.sailing === 0 || ship.route.arriveAt > now) return
  ship.sailing = 0
  ship.trips += 1
  ship.hull = ship.hullMax
  role.position.harbor = ship.route.toHarbor
  const crew = ship.crew.filter((heroId) => hero[heroId]).length
  currency.shell = Math.min(9_999_999, currency.shell + 3 + crew)
  currency.gold = addToText(currency.gold, 200 + Math.round(ship.route.distance * 10))
}

function dropExpiredMail({ mail }: PlayerDocument, now: number): void {
  for (const [mailId, row] of Object.entries(mail)) if (row.expireAt < now) delete mail[mailId]
}

function progressQuest(document: PlayerDocument, now: number): void {
  if (now % 5 !== 0) return
  const quest = Object.values(document.quest).find((row) => row.state === 1)
  if (!quest) return
  quest.progress = Math.min(quest.target, quest.progress + 1)
  if (quest.progress >= quest.target) quest.state = 2
}

function refreshShop({ shop }: PlayerDocument, now: number): void {
  if (shop.refreshAt > now) return
  shop.refreshAt = now + SHOP_REFRESH
  shop.refreshCount = Math.min(20, shop.refreshCount + 1)
}

/** A catch of fish now and then, so that the bag of an online player fills by itself. */
function catchFish(document: PlayerDocument, now: number): void {
  if (now % 120 !== 0 || (document.bag[10_041]?.count ?? 0) >= 9999) return
  addItem(document, { itemId: 10_041, count: 1 }, { at: now, source: 'sail' })
}

/** One second of an online player's life; `now` is game time in seconds. Returns the mail that arrived, if any. */
export function tickPlayer(document: PlayerDocument, now: number): MailRow | null {
  document.role.onlineSeconds += 1
  recoverStamina(document, now)
  const mail = rollDay(document, now)
  arrive(document, now)
  dropExpiredMail(document, now)
  progressQuest(document, now)
  refreshShop(document, now)
  catchFish(document, now)
  return mail
}
