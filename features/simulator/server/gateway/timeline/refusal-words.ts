import { LANGUAGES } from '@qd/i18n'
import type { LocalText } from '@qd/i18n'

/** Fields in which games say why they refuse, the likeliest first. */
const NAMES = ['msg', 'message', 'errMsg', 'error', 'reason', 'text', 'desc']
const MOST_CHARACTERS = 300

const short = (text: string): string => text.trim().slice(0, MOST_CHARACTERS)

function localWords(value: unknown): LocalText | undefined {
  if (typeof value === 'string') return short(value) === '' ? undefined : short(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const known = Object.entries(value).filter(
    ([language, text]) => (LANGUAGES as readonly string[]).includes(language) && typeof text === 'string',
  )
  const words = known.map(([language, text]) => [language, short(text as string)] as const)
  return words.length === 0 ? undefined : Object.fromEntries(words)
}

/** What a game wrote into the body of a refusal, as text or by language; undefined when it says nothing. */
export function refusalWords(body: Record<string, unknown> | undefined): LocalText | undefined {
  if (body === undefined) return undefined
  for (const name of NAMES) {
    const words = localWords(body[name])
    if (words !== undefined) return words
  }
  return undefined
}
