import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ENVIRONMENTS } from './permission.ts'
import {
  holds,
  holdsFor,
  intersectGrants,
  isScopePath,
  patternsFor,
  reaches,
  reachesFor,
} from './scope-path.ts'
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

const pattern = fc.constantFrom('*/*', 'a*/*', 'a/*', 'a/b*', 'a/b', 'b/*', '*/b')
const narrowed: fc.Arbitrary<Grant> = fc
  .tuple(grant, fc.constantFrom('keys', 'files'), pattern)
  .map(([given, kind, text]) => ({
    ...given,
    resource: { kind, pattern: text },
  }))
const someNarrowed = fc.array(fc.oneof(grant, narrowed), { maxLength: 3 })
const thing = fc
  .tuple(fc.constantFrom('keys', 'files'), fc.constantFrom('a', 'ab', 'b'), fc.constantFrom('b', 'bc', 'c'))
  .map(([kind, ...parts]) => ({ kind, parts }))

test('what is narrowed counts where no thing is named for nothing, and opens no permission', () => {
  fc.assert(
    fc.property(fc.array(narrowed, { maxLength: 3 }), code, place, (given, key, where) => {
      expect(holds(given, key, where)).toBe(false)
      expect(holds(given, undefined, where)).toBe(false)
      expect(reaches(given, key, where)).toBe(false)
    }),
  )
})

test('who holds something for a few things of a place may know the place', () => {
  const few: Grant = {
    scope: 'a/b',
    environment: '*',
    codes: ['x.y'],
    resource: { kind: 'keys', pattern: 'a/*' },
  }
  expect(reaches([few], undefined, { game: 'a' })).toBe(true)
  expect(reaches([few], undefined, { game: 'b' })).toBe(false)
})

test('two lists of rights give together what both give for a thing, and never more', () => {
  let held = 0
  fc.assert(
    fc.property(
      someNarrowed,
      someNarrowed,
      code,
      fc.tuple(place, thing),
      (left, right, key, [where, what]) => {
        const both = intersectGrants(left, right)
        expect(holds(both, key, where)).toBe(holds(left, key, where) && holds(right, key, where))
        if (!holdsFor(both, key, where, what)) return
        held++
        expect(holdsFor(left, key, where, what) && holdsFor(right, key, where, what)).toBe(true)
      },
    ),
    { numRuns: 5_000 },
  )
  expect(held).toBeGreaterThan(20)
})

test('of two patterns the narrower stays, of two that only overlap none', () => {
  const at = (text: string, kind = 'keys'): Grant => ({
    scope: '*',
    environment: '*',
    codes: ['x.y'],
    resource: { kind, pattern: text },
  })
  const all: Grant = { scope: '*', environment: '*', codes: ['*'] }
  expect(intersectGrants([at('a/*')], [at('a/b*')])).toEqual([at('a/b*')])
  expect(intersectGrants([at('a/b*')], [at('a/*')])).toEqual([at('a/b*')])
  expect(intersectGrants([all], [at('a/b*')])).toEqual([at('a/b*')])
  expect(intersectGrants([at('a/b*')], [all])).toEqual([at('a/b*')])
  expect(intersectGrants([at('a*/b')], [at('*/b*')])).toEqual([at('a*/b')])
  expect(intersectGrants([at('a/*')], [at('*/b')])).toEqual([])
  expect(intersectGrants([at('a/*')], [at('a/*', 'files')])).toEqual([])
})

test('who holds a thing reaches to all leading parts of its name, and its pattern is among theirs', () => {
  fc.assert(
    fc.property(someNarrowed, code, place, thing, (given, key, where, { kind, parts }) => {
      if (!holdsFor(given, key, where, { kind, parts })) return
      for (const known of [[], parts.slice(0, 1)]) {
        expect(reachesFor(given, key, where, { kind, parts: known })).toBe(true)
      }
      const patterns = patternsFor(given, key, where, kind)
      expect(patterns === null).toBe(holds(given, key, where))
      expect(patterns).not.toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

test('a thing is held by its kind, its place and its environment', () => {
  const few: Grant = {
    scope: 'lantern/harbour',
    environment: 'test',
    codes: ['redis.key.read'],
    resource: { kind: 'redis', pattern: 'game-s123/0/session:*' },
  }
  const here = { game: 'lantern', operator: 'harbour', lineId: 'harbour-test', environment: 'test' } as const
  const session = { kind: 'redis', parts: ['game-s123', '0', 'session:17'] }
  const ask = (part: Partial<typeof session>, where: object = here, key = 'redis.key.read') =>
    holdsFor([few], key, where, { ...session, ...part })
  expect(ask({})).toBe(true)
  expect(ask({ kind: 'mysql' })).toBe(false)
  expect(ask({ parts: ['game-s123', '1', 'session:17'] })).toBe(false)
  expect(ask({ parts: ['game-s123', '0'] })).toBe(false)
  expect(ask({}, { ...here, environment: 'production' })).toBe(false)
  expect(ask({}, { ...here, operator: 'northwind' })).toBe(false)
  expect(ask({}, here, 'redis.key.edit')).toBe(false)
  expect(patternsFor([few], 'redis.key.read', here, 'redis')).toEqual(['game-s123/0/session:*'])
  expect(patternsFor([few], 'redis.key.edit', here, 'redis')).toEqual([])
  expect(patternsFor([{ ...few, resource: undefined }], 'redis.key.read', here, 'redis')).toBeNull()
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
