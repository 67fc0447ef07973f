import { LANGUAGES } from '@qd/i18n'
import type { MailDraft, MailText } from '../../contract/index.ts'

const EMPTY: MailText = { title: '', body: '' }

/** What is written in a language. */
export const textIn = ({ content }: MailDraft, language: string): MailText => content[language] ?? EMPTY

/** Languages a mail can be written in: those of the console, and what the game has besides. */
export const languagesOf = ({ content }: MailDraft): string[] => [
  ...new Set([...LANGUAGES, ...Object.keys(content)]),
]

/** How far a text is written. */
export function languageState({ title, body }: MailText): 'complete' | 'missing' | 'no_title' | 'no_body' {
  if (title.trim() === '') return body.trim() === '' ? 'missing' : 'no_title'
  return body.trim() === '' ? 'no_body' : 'complete'
}
