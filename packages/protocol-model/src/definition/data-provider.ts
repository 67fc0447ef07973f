import { parseJsonText } from '@qd/canonical-json'
import { DEFAULT_LANGUAGE, textIn } from '@qd/i18n'
import type { Language } from '@qd/i18n'
import { isCarriedName, isPlainObject } from './names.ts'

/** One choice of an `enum:[...]` provider; `value` as it stands in the data. */
export interface EnumChoice {
  value: string | number
  label: string
}

export type DataProvider =
  | { kind: 'gameProp' | 'channel' | 'server' }
  | { kind: 'enum'; choices: EnumChoice[] }
  | { kind: 'diffInfo'; name: string }

const MAX_CHOICES = 5000

/** No name of a type begins like an address; one that does is refused before anybody could follow it. */
const ADDRESS = /^(?:[a-z][\w+.-]*:)?\/|^(?:data|javascript|mailto):/i

/** A label as text or by language; null for anything else. */
function labelOf(label: unknown, language: Language): string | null {
  if (typeof label === 'string') return label
  if (!isPlainObject(label)) return null
  const isText = Object.values(label).every((text) => typeof text === 'string')
  return isText ? textIn(label as Record<string, string>, language) : null
}

function choiceOf(entry: unknown, language: Language): EnumChoice | null {
  const [value, given] = Array.isArray(entry) ? entry : [entry, undefined]
  if (typeof value !== 'string' && !Number.isSafeInteger(value)) return null
  const label = given === undefined ? String(value) : labelOf(given, language)
  return label === null ? null : { value, label }
}

function parseChoices(text: string, language: Language): EnumChoice[] | null {
  let entries: unknown
  try {
    entries = parseJsonText(text)
  } catch {
    // Text that is no JSON is one more way of being no provider.
    return null
  }
  if (!Array.isArray(entries) || entries.length === 0 || entries.length > MAX_CHOICES) return null
  const choices = entries.map((entry) => choiceOf(entry, language))
  return choices.includes(null) ? null : (choices as EnumChoice[])
}

/**
 * Reads a data provider, a closed set without addresses: gameProp, channel, server, a diff info's name,
 * or `enum:` and a JSON list of values or `[value, label]` pairs, a label being text or `{language: text}`. Null for
 * anything else.
 */
export function parseDataProvider(text: string, language: Language = DEFAULT_LANGUAGE): DataProvider | null {
  if (text === 'gameProp' || text === 'channel' || text === 'server') return { kind: text }
  if (text.startsWith('enum:')) {
    const choices = parseChoices(text.slice('enum:'.length), language)
    return choices ? { kind: 'enum', choices } : null
  }
  return isCarriedName(text) && !ADDRESS.test(text) ? { kind: 'diffInfo', name: text } : null
}
