import { join } from 'node:path'
import { measure } from '@qd/contract-kit/testing/measure'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IdSet } from './id-set.ts'

const MOST = 2n ** 63n - 1n
const anyId = fc.oneof(
  fc.bigInt({ min: 0n, max: MOST }),
  // Neighbours, and numbers that differ in their upper half alone.
  fc.bigInt({ min: 30_123_000_000n, max: 30_123_000_100n }),
  fc.nat(200).map((high) => (BigInt(high) << 32n) | 7n),
)

test('it knows each uId once, however close or far they stand', () => {
  fc.assert(
    fc.property(fc.array(anyId, { maxLength: 3_000 }), (ids) => {
      const set = new IdSet()
      const known = new Set<bigint>()
      for (const id of [...ids, ...ids]) {
        expect(set.add(id)).toBe(!known.has(id))
        known.add(id)
        expect(set.size).toBe(known.size)
      }
    }),
    { numRuns: 50 },
  )
})

test('it knows every one of many after it has grown', () => {
  const far = Array.from({ length: 20_000 }, (_, index) => BigInt(index) * 1_000_003n)
  const set = new IdSet()
  expect(far.every((id) => set.add(id))).toBe(true)
  expect(far.some((id) => set.add(id))).toBe(false)
})

const script = join(import.meta.dirname, '../testing/measure-id-set.ts')
/** Bytes of all buffers that a set makes for so many uIds, and that are there afterwards. */
const keptBytes = (first: number, step: number, count: number) =>
  measure<number>(script, { args: [first, step, count].map(String) })

test('half a million players of a server take less than a MiB', async () => {
  expect(await keptBytes(30_123_000_001, 1, 500_000)).toBeLessThan(1_048_576)
})

test('what it has grown out of is given back at once', async () => {
  // The last of them makes it grow to 3 MiB.
  expect(await keptBytes(32, 32, 65_537)).toBeLessThan(3.5 * 1_048_576)
})
