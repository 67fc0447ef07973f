/** The languages the game's texts are served in; the definition files are written in cn. */
export const LANGUAGES = ['cn', 'en', 'tw', 'tr', 'ru', 'pt', 'de', 'fr', 'ua', 'it'] as const
export type Language = (typeof LANGUAGES)[number]

/** A call names with it the language it wants to be answered in; it is not signed. */
export const LANGUAGE_HEADER = 'x-gm-lang'

/** The language a header asks for; cn where it asks for none that is known. */
export function languageOf(header: string | null): Language {
  return LANGUAGES.find((language) => language === header) ?? 'cn'
}
