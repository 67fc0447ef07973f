import type { MailDraft } from '../../contract/index.ts'
import { textIn } from '../parts/language-state.ts'

/** A mail as a player of a language gets it. */
export interface Letter {
  title: string
  body: string
  sender: string
  /** The other language is read in the place of a part. */
  standsIn: boolean
}

/** Each part by itself in the language that stands in where it is missing, as it is sent. */
export function letterIn(draft: MailDraft, language: string): Letter {
  const { fallback, sender } = draft
  const own = textIn(draft, language)
  const other = textIn(draft, fallback)
  const or = (text: string, instead: string) => (text.trim() === '' ? instead : text)
  return {
    title: or(own.title, other.title),
    body: or(own.body, other.body),
    sender: or(sender[language] ?? '', sender[fallback] ?? ''),
    standsIn: language !== fallback && (own.title.trim() === '' || own.body.trim() === ''),
  }
}
