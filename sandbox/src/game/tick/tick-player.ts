import { addItem } from '../bag.ts'
import type { MailRow, PlayerDocument } from '../document.ts'
import { dayOf } from '../game-clock.ts'
import { addToText } from '../int64.ts'

const SECONDS_PER_STAMINA = 60
const MAX_STAMINA = 200
const DAILY_TICKETS = 5
const MAIL_LIFETIME = 30 * 86_400
const SHOP_REFRESH = 14_400
const SECONDS_PER_PROGRESS = 5
const SECONDS_PER_FISH = 120
const FISH = 10_041
/** Day 0 of the count was a Thursday, so a Monday leaves 4. */
const MONDAY = 4

/** The seconds that pass at once: those up to `now`, in game time. */
export interface Span {
  now: number
  seconds: number
}

/** How often a span reaches a full multiple of so many seconds. */
const timesIn = ({ now, seconds }: Span, every: number): number =>
  Math.floor(now / every) - Math.floor((now - seconds) / every)

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
    attach: [{ itemId: FISH, count: 5 }],
  }
  mail[mailId] = row
  return row
}

/** Once a day: counters start again, tickets are filled up, a mail arrives. */
function rollDay(document: PlayerDocument, { now }: Span): MailRow | null {
  const day = dayOf(now * 1000)
  const { role, arena, currency, guild, shop } = document
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

function arrive({ ship, role, currency, hero }: PlayerDocument): null {
  ship.sailing = 0
  ship.trips += 1
  ship.hull = ship.hullMax
  role.position.harbor = ship.route.toHarbor
  const crew = ship.crew.filter((heroId) => hero[heroId]).length
  currency.shell = Math.min(9_999_999, currency.shell + 3 + crew)
  currency.gold = addToText(currency.gold, 200 + Math.round(ship.route.distance * 10))
  return null
}

const activeQuest = ({ quest }: PlayerDocument) => Object.values(quest).find((row) => row.state === 1)
const fishIn = ({ bag }: PlayerDocument): number => bag[FISH]?.count ?? 0

/** Something time does to a player: when it is due, and the modules it may change. */
interface Happening {
  modules: readonly (keyof PlayerDocument)[]
  isDue: (document: PlayerDocument, span: Span) => boolean
  /** Returns a mail that arrived. */
  run: (document: PlayerDocument, span: Span) => MailRow | null
}

const HAPPENINGS: readonly Happening[] = [
  {
    modules: ['role'],
    isDue: () => true,
    run(document, { now, seconds }) {
      document.role.onlineSeconds += seconds
      recoverStamina(document, now)
      return null
    },
  },
  {
    modules: ['role', 'arena', 'currency', 'guild', 'shop', 'mail'],
    isDue: ({ role }, { now }) => role.dayKey !== dayOf(now * 1000),
    run: rollDay,
  },
  {
    modules: ['ship', 'role', 'currency'],
    isDue: ({ ship }, { now }) => ship.sailing !== 0 && ship.route.arriveAt <= now,
    run: arrive,
  },
  {
    modules: ['mail'],
    isDue: ({ mail }, { now }) => Object.values(mail).some((row) => row.expireAt < now),
    run({ mail }, { now }) {
      for (const [mailId, row] of Object.entries(mail)) if (row.expireAt < now) delete mail[mailId]
      return null
    },
  },
  {
    modules: ['quest'],
    isDue: (document, span) => timesIn(span, SECONDS_PER_PROGRESS) > 0 && activeQuest(document) !== undefined,
    run(document, span) {
      const quest = activeQuest(document)!
      quest.progress = Math.min(quest.target, quest.progress + timesIn(span, SECONDS_PER_PROGRESS))
      if (quest.progress >= quest.target) quest.state = 2
      return null
    },
  },
  {
    modules: ['shop'],
    isDue: ({ shop }, { now }) => shop.refreshAt <= now,
    run({ shop }, { now }) {
      shop.refreshAt = now + SHOP_REFRESH
      shop.refreshCount = Math.min(20, shop.refreshCount + 1)
      return null
    },
  },
  {
    // Now and then a catch, so that the bag of an online player fills by itself.
    modules: ['bag'],
    isDue: (document, span) => timesIn(span, SECONDS_PER_FISH) > 0 && fishIn(document) < 9999,
    run(document, span) {
      addItem(document, { itemId: FISH, count: 1 }, { at: span.now, source: 'sail' })
      return null
    },
  },
]

/** What the span brings an online player, as `run`, and the modules that can change by it. */
export function dueOf(
  document: PlayerDocument,
  span: Span,
): { modules: ReadonlySet<keyof PlayerDocument>; run: () => MailRow | null } {
  const due = HAPPENINGS.filter(({ isDue }) => isDue(document, span))
  return {
    modules: new Set(due.flatMap(({ modules }) => modules)),
    run: () => due.reduce<MailRow | null>((mail, { run }) => run(document, span) ?? mail, null),
  }
}
