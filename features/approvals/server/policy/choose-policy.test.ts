import { expect, it } from 'vitest'
import { isMatched } from './choose-policy.ts'
import type { Weighed } from './choose-policy.ts'

const weighed = (more: Partial<Weighed>): Weighed => ({
  type: 'data-edit.bulk',
  risk: 'R3',
  places: [{ scope: 'lantern/northwind/northwind-live', environment: 'production' }],
  rows: 1,
  worth: '0',
  isSensitive: false,
  ...more,
})
const from = (limits: { rows: number | null; worth: string | null }) => ({
  types: [],
  environments: [],
  scopes: [],
  leastRisk: 'R2' as const,
  limits: { ...limits, sensitive: false },
})

it.each([
  ['99', false],
  ['100', true],
  ['9007199254740993', true],
  [null, true],
])('a policy from a worth of 100 asks for one of %s: %s', (worth, asks) => {
  expect(isMatched(from({ rows: null, worth: '100' }), weighed({ worth }))).toBe(asks)
})

it('an unknown worth says nothing to a policy that looks at rows', () => {
  expect(isMatched(from({ rows: 10, worth: null }), weighed({ worth: null }))).toBe(false)
})
