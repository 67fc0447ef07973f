import { DEFAULT_LANGUAGE, textIn } from '@qd/i18n'
import { isPlainObject, ownValue } from './names.ts'
import { MAX_TEXT, ProtocolFault, textOf } from './protocol-fault.ts'
import type { TextsByLanguage } from './protocol-definition.ts'

const LANGUAGE_CODE = /^[a-z]{2}$/

function byLanguage(value: Record<string, unknown>, place: string): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [code, text] of Object.entries(value)) {
    if (!LANGUAGE_CODE.test(code))
      throw new ProtocolFault(
        `${place} has ${JSON.stringify(code.slice(0, 100))}, which is no language of two letters`,
      )
    if (typeof text !== 'string') throw new ProtocolFault(`${place}.${code} is not text`)
    if (text.length > MAX_TEXT)
      throw new ProtocolFault(`${place}.${code} is longer than ${MAX_TEXT} characters`)
    texts[code] = text
  }
  return texts
}

/** Reads texts for people one by one, and remembers those that come by language. */
export class LocalTexts {
  readonly #source: Record<string, unknown>
  readonly #place: string
  readonly #known: Record<string, unknown>
  readonly #texts: Record<string, Record<string, string>> = {}

  /** `known` has the texts by language of a definition that was read before. */
  constructor(source: Record<string, unknown>, place: string, known: unknown = source.texts) {
    this.#source = source
    this.#place = place
    this.#known = isPlainObject(known) ? known : {}
  }

  /** The text in the default language, empty when absent. */
  read(key: string): string {
    const given = ownValue(this.#source, key)
    const texts = isPlainObject(given) ? given : ownValue(this.#known, key)
    if (!isPlainObject(texts)) return textOf(this.#source, key, this.#place)
    const read = byLanguage(texts, `${this.#place}.${key}`)
    if (Object.keys(read).length === 0) return ''
    this.#texts[key] = read
    return textIn(read, DEFAULT_LANGUAGE)
  }

  /** What came by language, under the property's name; nothing when all was plain. */
  found<Name extends string>(name: Name): Partial<Record<Name, TextsByLanguage>> {
    if (Object.keys(this.#texts).length === 0) return {}
    return { [name]: this.#texts } as Record<Name, TextsByLanguage>
  }
}
