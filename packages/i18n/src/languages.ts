/** The ten interface languages under the codes users know (S1.07). */
export const LANGUAGES = ['en', 'cn', 'tw', 'tr', 'ru', 'pt', 'de', 'fr', 'ua', 'it'] as const
export type Language = (typeof LANGUAGES)[number]

/** Used unless a language is stored locally (S1.07). */
export const DEFAULT_LANGUAGE: Language = 'cn'

/** Language tags for dates, numbers and the `lang` attribute; `pt` is Brazilian. */
export const LANGUAGE_TAGS: Record<Language, string> = {
  en: 'en',
  cn: 'zh-CN',
  tw: 'zh-TW',
  tr: 'tr',
  ru: 'ru',
  pt: 'pt-BR',
  de: 'de',
  fr: 'fr',
  ua: 'uk',
  it: 'it',
}

/** Each language in its own words. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  cn: '简体中文',
  tw: '繁體中文',
  tr: 'Türkçe',
  ru: 'Русский',
  pt: 'Português',
  de: 'Deutsch',
  fr: 'Français',
  ua: 'Українська',
  it: 'Italiano',
}

/** Each language offered to who reads it. */
export const LANGUAGE_OFFERS: Record<Language, string> = {
  en: 'Use this page in English',
  cn: '使用简体中文',
  tw: '改用繁體中文',
  tr: 'Bu sayfayı Türkçe kullan',
  ru: 'Открыть на русском языке',
  pt: 'Usar esta página em português',
  de: 'Diese Seite auf Deutsch anzeigen',
  fr: 'Afficher cette page en français',
  ua: 'Відкрити українською мовою',
  it: 'Usa questa pagina in italiano',
}

/** By its script, else by where it is read. */
const TRADITIONAL = /^zh-(?:hant\b|(?:tw|hk|mo)\b)/i

/** The first of a browser's languages (tags of RFC 5646) that the interface has; null: none of them. */
export function languageOfTags(tags: readonly string[]): Language | null {
  for (const tag of tags) {
    const code = tag.split('-')[0]?.toLowerCase()
    if (code === 'zh') return TRADITIONAL.test(tag) ? 'tw' : 'cn'
    const found = LANGUAGES.find((language) => LANGUAGE_TAGS[language].split('-')[0] === code)
    if (found !== undefined) return found
  }
  return null
}

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && (LANGUAGES as readonly string[]).includes(value)
}

/** The language named by a `lang` header or a stored setting, else the default. */
export function languageOf(value: unknown): Language {
  return isLanguage(value) ? value : DEFAULT_LANGUAGE
}

/** A language of a game in its own words, by the code the game gives it; an unknown one stays a code. */
export const languageName = (code: string): string => (isLanguage(code) ? LANGUAGE_NAMES[code] : code)

/** The `lang` attribute of a text in a game's language (RFC 5646). */
export const languageTag = (code: string): string => (isLanguage(code) ? LANGUAGE_TAGS[code] : code)
