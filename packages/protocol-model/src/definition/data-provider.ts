import { isCarriedName } from './names.ts'

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

function choiceOf(entry: unknown): EnumChoice | null {
  const [value, label] = Array.isArray(entry) ? entry : [entry, undefined]
  if (typeof value !== 'string' && !Number.isSafeInteger(value)) return null
  if (label !== undefined && typeof label !== 'string') return null
  return { value, label: label ?? String(value) }
}

function parseChoices(text: string): EnumChoice[] | null {
  let entries: unknown
  try {
    entries = JSON.parse(text)
  } catch {
    // Text that is no JSON is one more way of being no provider.
    return null
  }
  if (!Array.isArray(entries) || entries.length === 0 || entries.length > MAX_CHOICES) return null
  const choices = entries.map(choiceOf)
  return choices.includes(null) ? null : (choices as EnumChoice[])
}

/**
 * Reads a data provider, a closed set without addresses: gameProp, channel, server, a diff info's name,
 * or `enum:` and a JSON list of values or `[value, label]` pairs. Null for anything else.
 */
export function parseDataProvider(text: string): DataProvider | null {
  if (text === 'gameProp' || text === 'channel' || text === 'server') return { kind: text }
  if (text.startsWith('enum:')) {
    const choices = parseChoices(text.slice('enum:'.length))
    return choices ? { kind: 'enum', choices } : null
  }
  return isCarriedName(text) && !ADDRESS.test(text) ? { kind: 'diffInfo', name: text } : null
}
