import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ENVIRONMENTS } from './permission.ts'
import { holds, intersectGrants, isScopePath } from './scope-path.ts'
import type { Grant } from './scope-path.ts'

const segment = fc.constantFrom('a', 'b', 'ab')
const scope = fc.oneof(
  fc.constant('*'),
  fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
)
const code = fc.constantFrom('index.read', 'index.edit', 'mock.hash')
const environment = fc.constantFrom(...ENVIRONMENTS.slice(0, 2))
const grant: fc.Arbitrary<Grant> = fc.record({
  scope,
  environment: fc.oneof(fc.constant('*' as const), environment),
  codes: fc.uniqueArray(fc.oneof(code, fc.constant('*')), { maxLength: 3 }),
})
const grants = fc.array(grant, { maxLength: 3 })
const place = fc
  .tuple(segment, fc.option(segment), fc.option(segment), environment)
  .map(([game, operator, lineId, where]) => ({
    game,
    environment: where,
    ...(operator === null ? {} : { operator }),
    ...(operator === null || lineId === null ? {} : { lineId }),
  }))

test('a right narrowed by another is held exactly where both are held', () => {
  fc.assert(
    fc.property(grants, grants, code, place, (left, right, key, where) => {
      const both = intersectGrants(left, right)
      expect(holds(both, key, where)).toBe(holds(left, key, where) && holds(right, key, where))
    }),
    { numRuns: 2_000 },
  )
})

test('narrowing gives nobody a right he has not: everything at one place stays at that place', () => {
  const all: Grant = { scope: '*', environment: '*', codes: ['*'] }
  const one: Grant = { scope: 'lantern/harbour', environment: 'test', codes: ['index.read'] }
  expect(intersectGrants([all], [one])).toEqual([one])
  expect(intersectGrants([one], [all])).toEqual([one])
  expect(intersectGrants([one], [{ ...all, scope: 'lantern/northwind' }])).toEqual([])
  expect(intersectGrants([one], [{ ...all, environment: 'production' }])).toEqual([])
  expect(intersectGrants([one], [{ ...all, codes: ['index.edit'] }])).toEqual([])
})

test.each(['*', 'lantern', 'lantern/northwind/nw-test/123', 'A_1-x', `${'a'.repeat(64)}/b/c/0`])(
  '%s is a place',
  (text) => {
    expect(isScopePath(text)).toBe(true)
  },
)

const NO_PLACES = [
  '',
  '.',
  '..',
  'lantern/..',
  'lantern/../tide',
  '../lantern',
  'lantern/./northwind',
  '/lantern',
  'lantern/',
  'lantern//northwind',
  'lantern/*',
  '**',
  'lantern/%2e%2e/tide',
  'lantern%2fnorthwind',
  'lantern\\northwind',
  'lantern/..\\tide',
  'lantern\0',
  'lantern\n',
  ' lantern',
  'lantern /northwind',
  'lantern/．．/tide',
  'lantern/\u202etide',
  'a/b/c/1/2',
  '-lantern',
  `${'a'.repeat(65)}`,
  `${'a/'.repeat(3)}${'1'.repeat(400)}`,
]

test.each(NO_PLACES)('%j is none', (text) => {
  expect(isScopePath(text)).toBe(false)
})
