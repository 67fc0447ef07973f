import type { GiftEntry } from '@qd/gift-content'
import type { MailContent, MailRecipient } from '@qd/game-contract'
import type { MailDraft } from '../../contract/index.ts'
import type { Recipient } from '../recipients/recipient.ts'

/** A game whose player reads a language that is missing takes these next. */
const GAMES_OWN = ['en', 'cn']

const attachOf = (entries: readonly GiftEntry[]) =>
  entries.map(({ number, quantity }) => ({ number: Number(number), quantity: Number(quantity) }))

/** The text of each language, with the one that stands in where one is missing, so that no game chooses by itself. */
function inAll(
  languages: readonly string[],
  fallback: string,
  textOf: (language: string) => string,
): Record<string, string> {
  const all = new Set([...languages, ...GAMES_OWN, fallback])
  return Object.fromEntries(
    Array.from(all, (language) => {
      const own = textOf(language)
      return [language, own.trim() === '' ? textOf(fallback) : own]
    }),
  )
}

export interface Times {
  sendAt: number
  expireAt: number
}

/** What a game is given of a mail. */
export function gameMail(draft: MailDraft, languages: readonly string[], times: Times): MailContent {
  const { content, sender, fallback } = draft
  const written = [...languages, ...Object.keys(content)]
  return {
    title: inAll(written, fallback, (language) => content[language]?.title ?? ''),
    body: inAll(written, fallback, (language) => content[language]?.body ?? ''),
    sender: inAll([...languages, ...Object.keys(sender)], fallback, (language) => sender[language] ?? ''),
    attach: attachOf(draft.attach),
    ...times,
  }
}

export function gameRecipient({ uId, roleId, attach, vars }: Recipient): MailRecipient {
  const key = uId === undefined ? { roleId } : { uId }
  if (attach === undefined && vars === undefined) return key
  return {
    ...key,
    ...(attach === undefined ? {} : { attach: attachOf(attach) }),
    ...(vars === undefined ? {} : { vars }),
  }
}
