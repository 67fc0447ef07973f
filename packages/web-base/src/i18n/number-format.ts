import { LANGUAGE_TAGS } from '@qd/i18n'
import type { Language } from '@qd/i18n'

const formats = new Map<Language, Intl.NumberFormat>()

/** How a language writes numbers; making one is slow, so each is kept. */
export function numberFormat(language: Language): Intl.NumberFormat {
  const format = formats.get(language) ?? new Intl.NumberFormat(LANGUAGE_TAGS[language])
  formats.set(language, format)
  return format
}
