import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addAmounts, amountForEach, packAmounts, unpackAmounts } from './index.ts'

const uId = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String)
const group = fc.tuple(fc.array(uId), fc.oneof(fc.constant(1n), fc.bigInt({ min: 1n, max: 2n ** 53n - 1n })))

it('amounts by player come out of the ledger as they went in', () => {
  fc.assert(
    fc.property(fc.array(group), (groups) => {
      const amounts = addAmounts(groups.map(([uIds, amount]) => amountForEach(uIds, amount)))
      const pieces = packAmounts(amounts)
      expect(addAmounts(pieces.map(unpackAmounts))).toEqual(amounts)
      expect(pieces.reduce((sum, { players }) => sum + players, 0)).toBe(amounts.uIds.length)
    }),
  )
})

it('a mail to a million players is a hundred rows of some 20 kB', () => {
  const uIds = Array.from({ length: 1_000_000 }, (_, at) => String(30_123_000_000 + at * 3))
  const amounts = amountForEach(uIds, 500n)
  const pieces = packAmounts(amounts)
  expect(pieces).toHaveLength(100)
  expect(Math.max(...pieces.map(({ bytes }) => bytes.length))).toBeLessThan(25_000)
  const [, second] = pieces
  expect([second?.first, second?.last]).toEqual([30_123_030_000n, 30_123_059_997n])
  expect(unpackAmounts(second!).uIds[1]).toBe(30_123_030_003n)
})
