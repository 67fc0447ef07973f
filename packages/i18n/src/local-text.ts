import { DEFAULT_LANGUAGE } from './languages.ts'
import type { Language } from './languages.ts'

/** A text of a game in one language for all, or by language (`cn`, `en`, ...). */
export type LocalText = string | Readonly<Record<string, string>>

/**
 * The text in a language, else in English, else in the default language, else in any. An empty text counts as none:
 * games leave out what they have not translated.
 */
export function textIn(text: LocalText, language: Language): string {
  if (typeof text === 'string') return text
  const order = [language, 'en', DEFAULT_LANGUAGE, ...Object.keys(text)]
  return order.map((key) => (Object.hasOwn(text, key) ? text[key] : '')).find(Boolean) ?? ''
}
