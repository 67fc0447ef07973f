import type { AttachRow, MailContent } from '@qd/game-contract'
import { DEFAULT_LANGUAGE, LANGUAGES, textIn } from '@qd/i18n'
import type { Language, LocalText } from '@qd/i18n'
import { say } from '../../texts/say.ts'
import type { ItemStack } from '../document.ts'
import { GameFailure } from '../game-failure.ts'
import { giftMost, giftText, isGift } from '../gift.ts'
import type { Letter } from './mailbox.ts'

/** What one mail holds here; the mailbox module has the same limits for bytes. */
export const MAIL_LIMITS = { maxAttach: 10, maxTitleBytes: 120, maxBodyBytes: 2000, maxSenderBytes: 48 }

/** The language a player reads, by the code of the game. */
export function languageOfPlayer(code: string): Language {
  return LANGUAGES.find((language) => language === code) ?? DEFAULT_LANGUAGE
}

/** Languages that players of this game can choose. */
export const PLAYER_LANGUAGES: readonly Language[] = ['cn', 'en', 'tr', 'ru', 'de']

function checkBytes(text: LocalText, field: string, most: number): void {
  const texts = typeof text === 'string' ? [text] : Object.values(text)
  if (texts.every((one) => Buffer.byteLength(one) <= most)) return
  throw new GameFailure(2004, say('超过 {detail} 字节', { detail: most }), { field })
}

/** Doubles of one item as one, each within its upper limit; throws 2004 and 2005. */
export function stacksOf(attach: readonly AttachRow[], field: string): ItemStack[] {
  const sums = new Map<number, number>()
  for (const { number, quantity } of attach) sums.set(number, (sums.get(number) ?? 0) + quantity)
  if (sums.size > MAIL_LIMITS.maxAttach)
    throw new GameFailure(2004, say('附件最多 {limit} 种', { limit: MAIL_LIMITS.maxAttach }), { field })
  return [...sums].map(([itemId, count]) => {
    if (!isGift(itemId)) throw new GameFailure(2004, say('没有物品 {item}', { item: itemId }), { field })
    const limit = giftMost(itemId)
    if (count > limit) {
      const said = say('{item} 的上限是 {limit}', { item: giftText(itemId), limit })
      throw new GameFailure(2005, said, { field })
    }
    return { itemId, count }
  })
}

/** Throws for a mail that nobody could get; `at` is where it stands in the request. */
export function checkContent(content: MailContent, nowMs: number, at: string): void {
  const { title, body, sender, attach, sendAt, expireAt } = content
  checkBytes(title, `${at}title`, MAIL_LIMITS.maxTitleBytes)
  checkBytes(body, `${at}body`, MAIL_LIMITS.maxBodyBytes)
  checkBytes(sender, `${at}sender`, MAIL_LIMITS.maxSenderBytes)
  stacksOf(attach, `${at}attach`)
  if (expireAt <= sendAt || expireAt <= nowMs)
    throw new GameFailure(2004, say('过期时间已过'), { field: `${at}expireAt` })
}

/** A name in braces that nobody filled stays as it is. */
function filled(text: string, vars: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{([^{}]{1,64})\}/g, (whole, name: string) =>
    Object.hasOwn(vars, name) ? vars[name]! : whole,
  )
}

export interface Addressee {
  language: Language
  attach?: readonly AttachRow[] | undefined
  vars?: Readonly<Record<string, string>> | undefined
}

/** The mail as this player reads it; throws 2004 where their own words or gifts break a rule. */
export function letterFor(content: MailContent, { language, attach, vars = {} }: Addressee): Letter {
  const text = (from: LocalText) => filled(textIn(from, language), vars)
  const letter = {
    title: text(content.title),
    body: text(content.body),
    sender: text(content.sender),
    sendAt: Math.floor(content.sendAt / 1000),
    expireAt: Math.floor(content.expireAt / 1000),
    isRead: 0,
    isClaimed: 0,
    attach: stacksOf(attach ?? content.attach, 'attach'),
  }
  checkBytes(letter.title, 'vars', MAIL_LIMITS.maxTitleBytes)
  checkBytes(letter.body, 'vars', MAIL_LIMITS.maxBodyBytes)
  return letter
}
