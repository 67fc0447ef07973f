import { expect, it } from 'vitest'
import { LANGUAGES, LANGUAGE_TAGS, languageOfTags } from './languages.ts'

it.each([
  [['en-US', 'en'], 'en'],
  [['zh-CN'], 'cn'],
  [['zh'], 'cn'],
  [['zh-Hans-TW'], 'cn'],
  [['zh-Hant'], 'tw'],
  [['zh-HK', 'en'], 'tw'],
  [['uk-UA'], 'ua'],
  [['pt-PT'], 'pt'],
  [['DE'], 'de'],
  [['ja', 'fr-CA', 'en'], 'fr'],
  [['ja', 'ko'], null],
  [['ua'], null],
  [[''], null],
  [[], null],
])('a browser that wants %j is offered %s', (tags, language) => {
  expect(languageOfTags(tags)).toBe(language)
})

it('every language is found by its own tag', () => {
  for (const language of LANGUAGES) expect(languageOfTags([LANGUAGE_TAGS[language]])).toBe(language)
})
