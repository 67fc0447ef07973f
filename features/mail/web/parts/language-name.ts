import { LANGUAGES, LANGUAGE_NAMES } from '@qd/i18n'

/** A language of the game in its own words, where the console knows it. */
export function languageName(code: string): string {
  const known = LANGUAGES.find((language) => language === code)
  return known === undefined ? code : LANGUAGE_NAMES[known]
}
