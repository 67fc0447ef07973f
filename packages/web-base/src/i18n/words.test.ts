import type { Language } from '@qd/i18n'
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { formatAgo, formatMoment, formatQuantity } from './format.ts'
import { startTexts, switchLanguage, texts } from './i18n.ts'
import type { TextValues } from './text-keys.ts'

const FORMS = { one: 'one', few: 'few', many: 'many', other: 'other' }
const UNITS = Object.fromEntries(Object.entries(FORMS).map(([form, text]) => [`rows_${form}`, text]))

const FOUND = Object.fromEntries(Object.keys(FORMS).map((form) => [`found_${form}`, '{{count}} / {{sId}}']))

beforeAll(() => startTexts(async () => ({ ...UNITS, ...FOUND }), 'cn', ['kit']))

const said = async (language: Language): Promise<string[]> => {
  await switchLanguage(language)
  return [1, 2, 5, 21].map((count) => texts.t('rows', { ns: 'kit', count }))
}

describe('counted words', () => {
  it.each(['ua', 'ru'] as const)('have their own form for 1, 2, 5 and 21 in %s', async (language) => {
    expect(await said(language)).toEqual(['one', 'few', 'many', 'one'])
  })

  it.each(['cn', 'tw', 'tr', 'de'] as const)(
    'follow the rules of %s, whatever the browser speaks',
    async (language) => {
      const many = language === 'cn' || language === 'tw' ? 'other' : 'one'
      expect(await said(language)).toEqual([many, 'other', 'other', 'other'])
    },
  )
})

it('a count is a number: one written as text finds no form', async () => {
  await switchLanguage('en')
  expect(texts.t('rows', { ns: 'kit', count: 1 })).toBe('one')
  expectTypeOf<{ count: number; name: string }>().toExtend<TextValues>()
  expectTypeOf<{ count: string }>().not.toExtend<TextValues>()
})

describe('times and quantities', () => {
  const AGO: [Language, string][] = [
    ['cn', '22 秒前'],
    ['tw', '22 秒前'],
    ['ua', '22 секунди тому'],
    ['ru', '22 секунды назад'],
  ]

  it.each(AGO)('are told in %s as people say them', async (language, text) => {
    await switchLanguage(language)
    expect(formatAgo(0, 22_000)).toBe(text)
  })

  it.each<[Language, string]>([
    ['cn', '22 秒前'],
    ['en', '22 sec. ago'],
    ['ru', '22 сек. назад'],
  ])('are shorter in a small cell in %s', async (language, text) => {
    await switchLanguage(language)
    expect(formatAgo(0, 22_000, 'short')).toBe(text)
  })

  it('separate thousands as the language does', async () => {
    await switchLanguage('ua')
    expect(formatQuantity(12_345)).toBe('12\u00a0345')
    await switchLanguage('de')
    expect(formatQuantity(12_345)).toBe('12.345')
  })

  it.each<[Language, string]>([
    ['cn', '12,345 / 30123'],
    ['de', '12.345 / 30123'],
    ['fr', '12\u202f345 / 30123'],
  ])('a text of %s counts as the language does and leaves ids alone', async (language, text) => {
    await switchLanguage(language)
    expect(texts.t('found', { ns: 'kit', count: 12_345, sId: 30_123 })).toBe(text)
  })

  it.each<[Language, string]>([
    ['cn', '2026年11月24日 04:43:15'],
    ['en', 'Nov 24, 2026, 04:43:15'],
    ['de', '24.11.2026, 04:43:15'],
    ['ru', '24 нояб. 2026 г., 04:43:15'],
  ])('a date in a sentence of %s is written as people write it', async (language, text) => {
    await switchLanguage(language)
    expect(formatMoment(Date.UTC(2026, 10, 23, 20, 43, 15), 480)).toBe(text)
  })
})
