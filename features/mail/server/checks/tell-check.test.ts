import type { Language } from '@qd/i18n'
import { expect, it } from 'vitest'
import type { Excess } from '@qd/item-limits'
import { overLimits } from './check-mail.ts'
import type { TargetFacts } from './mail-facts.ts'
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

it('what goes beyond a limit is told by the name of the item, one text each', () => {
  const excess = { number: '7', kind: 'action', limit: '5000', used: '0', asked: '70500', over: '65500' }
  const names = { cn: '潮晶', en: 'Tide Crystal' }
  const items = overLimits(
    [{ ...excess, source: 'game' } as Excess],
    [{ items: new Map([['7', { name: names }]]) } as unknown as TargetFacts],
  )
  const told = { text: 'fail', params: {}, items }
  const text = (key: string, params: Record<string, string | number> = {}) =>
    key === 'fail'
      ? String(params['items'])
      : [key, params['item'], params['over'], params['limit']].join('|')
  expect(tellCheck(told, { lang: 'en', text })).toBe('gift.over.action|Tide Crystal (7)|65,500|5,000')
  expect(tellCheck(told, { lang: 'cn', text })).toBe('gift.over.action|潮晶 (7)|65,500|5,000')
})
