import type { Language } from '@qd/i18n'
import { expect, it } from 'vitest'
import { plainParams, tellCheck } from './tell-check.ts'

const worth = { key: 'value', state: 'ok' as const, text: 'worth', params: { worth: 70_500n, names: '1000' } }

it.each<[Language, string]>([
  ['cn', '70,500'],
  ['de', '70.500'],
  ['ru', '70 500'],
])('numbers of a check are written as %s writes them, names as they are', (lang, written) => {
  const text = (key: string, params = {}) => [key, ...Object.values(params)].join('|')
  expect(tellCheck(worth, { lang, text }).replaceAll(/\p{Zs}/gu, ' ')).toBe(`worth|${written}|1000`)
})

it('a text for many readers leaves numbers to each of them, and the largest as digits', () => {
  expect(plainParams(worth)).toEqual({ worth: 70_500, names: '1000' })
  expect(plainParams({ params: { worth: 2n ** 60n } })).toEqual({ worth: '1152921504606846976' })
})
