import type { Language, TextParams } from '@qd/i18n'
import { expect, it } from 'vitest'
import { sayBlock } from './words.ts'

const texts = {
  text: (_lang: Language, key: string, params: TextParams = {}) => [key, ...Object.values(params)].join('|'),
} as unknown as Parameters<typeof sayBlock>[0]['texts']

it.each<[Language, string]>([
  ['en', '70,500'],
  ['de', '70.500'],
  ['ru', '70 500'],
])('numbers of facts and checks are written as %s writes them, digits as they are', (lang, written) => {
  const words = { key: 'worth', params: { worth: 70_500, id: '30123000045' } }
  const facts = sayBlock({ texts }, { kind: 'facts', rows: [{ label: 'Players', value: words }] }, lang)
  const checks = sayBlock({ texts }, { kind: 'checks', rows: [{ state: 'ok', text: words }] }, lang)
  const told = JSON.stringify([facts, checks]).replaceAll(/\p{Zs}/gu, ' ')
  expect(told.split(`worth|${written}|30123000045`)).toHaveLength(3)
})
