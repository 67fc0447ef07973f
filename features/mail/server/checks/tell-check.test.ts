import type { Language } from '@qd/i18n'
import { expect, it } from 'vitest'
import { sharedParams, tellCheck } from './tell-check.ts'

const worth = { key: 'value', state: 'ok' as const, text: 'worth', params: { worth: 70_500n, names: '1000' } }

it.each<[Language, string]>([
  ['cn', '70,500'],
  ['de', '70.500'],
  ['ru', '70 500'],
])('numbers of a check are written as %s writes them, names as they are', (lang, written) => {
  const text = (key: string, params = {}) => [key, ...Object.values(params)].join('|')
  expect(tellCheck(worth, { lang, text }).replaceAll(/\p{Zs}/gu, ' ')).toBe(`worth|${written}|1000`)
})

it('a text for many readers keeps them as quantities, for each to read in their own way', () => {
  expect(sharedParams(worth)).toEqual({ worth: { quantity: '70500' }, names: '1000' })
})
