import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateTotal } from './estimate.ts'
import { PrefixSums } from './prefix-sums.ts'
import { sizeOf, spanOf, Tally } from './tally.ts'
import { TopList } from './top-list.ts'

const sampleOf = (values: readonly number[], population: number) => ({
  population,
  measured: values.length,
  sum: values.reduce((sum, value) => sum + value, 0),
  squares: values.reduce((sum, value) => sum + value * value, 0),
})

/** All samples of a size. */
function samples(values: readonly number[], size: number): number[][] {
  if (size === 0) return [[]]
  return values.flatMap((value, at) =>
    samples(values.slice(at + 1), size - 1).map((rest) => [value, ...rest]),
  )
}
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('an estimate from a sample', () => {
  const populations = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 3, maxLength: 8 })

  test('of all keys is the full count without an error', () => {
    fc.assert(
      fc.property(populations, (values) => {
        const all = sampleOf(values, values.length)
        expect(estimateTotal(all)).toEqual({ value: all.sum, error: 0 })
      }),
    )
  })

  test('is right on average over every sample, and so is the square of its error', () => {
    fc.assert(
      fc.property(populations, fc.integer({ min: 2, max: 7 }), (values, wanted) => {
        const size = Math.min(wanted, values.length - 1)
        const total = sampleOf(values, values.length).sum
        const all = samples(values, size).map((sample) => estimateTotal(sampleOf(sample, values.length)))
        expect(meanOf(all.map(({ value }) => value))).toBeCloseTo(total, 2)
        const scatter = meanOf(all.map(({ value }) => (value - total) ** 2))
        const told = meanOf(all.map(({ error }) => error ** 2))
        expect(Math.abs(told - scatter)).toBeLessThanOrEqual(1e-6 * Math.max(1, scatter))
      }),
    )
  })

  test('of nothing is nothing, and of a single key as uncertain as it is large', () => {
    expect(estimateTotal(sampleOf([], 10))).toEqual({ value: 0, error: 0 })
    expect(estimateTotal(sampleOf([7], 10))).toEqual({ value: 70, error: 70 })
  })
})

test('the largest of many are those a sort finds, each name once', () => {
  const entries = fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 0, max: 30 }).map(String)), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(entries, fc.integer({ min: 1, max: 5 }), (given, max) => {
      const byName = new Map(given.map(([by, name]) => [name, by]))
      const list = new TopList<number>(max)
      for (const [name, by] of byName) list.add(by, name, by)
      expect(list.values).toEqual([...byName.values()].toSorted((a, b) => b - a).slice(0, max))
    }),
  )
  const twice = new TopList<string>(3)
  twice.add(1, 'a', 'old')
  twice.add(2, 'b', 'b')
  twice.add(1, 'a', 'new')
  expect(twice.values).toEqual(['b', 'new'])
})

describe('sums by prefix', () => {
  const partsOf = (key: string) =>
    key.split(':').map((part, at, all) => (at < all.length - 1 ? `${part}:` : part))

  test('are those of the keys that begin so', () => {
    const key = fc
      .array(fc.constantFrom('a', 'b', ''), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join(':'))
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.nat(1_000)), { maxLength: 30 }), (keys) => {
        const sums = new PrefixSums({ separators: [Buffer.from(':')], capBytes: 1_000_000 })
        for (const [name, bytes] of keys) {
          sums.see(name)
          sums.measure(name, bytes)
        }
        const prefixes = new Set([
          '',
          ...keys.flatMap(([name]) =>
            partsOf(name)
              .slice(0, -1)
              .map((_part, at, all) => all.slice(0, at + 1).join('')),
          ),
        ])
        for (const prefix of prefixes) {
          const mine = keys.filter(([name]) => name.startsWith(prefix))
          expect(sums.folder(prefix)?.sum).toMatchObject({
            keys: mine.length,
            bytes: mine.reduce((sum, [, bytes]) => sum + bytes, 0),
          })
        }
      }),
    )
  })

  test('stay within their bound: what is not told apart counts for the folder above', () => {
    const sums = new PrefixSums({ separators: [Buffer.from('::'), Buffer.from(':')], capBytes: 5_000_000 })
    for (let at = 0; at < 3_000; at += 1) sums.see(`hero:${at}::gear`)
    const hero = sums.folder('hero:')!
    expect(hero).toMatchObject({ isCut: true, sum: { keys: 3_000 } })
    expect(hero.children).toHaveLength(2_000)
    expect(hero.children[0]).toMatchObject({ name: '0::', keys: 1 })
    expect(sums.isCapped).toBe(true)
    const tiny = new PrefixSums({ separators: [Buffer.from(':')], capBytes: 1_000 })
    for (let at = 0; at < 1_000; at += 1) tiny.see(`${at}:a`)
    expect(tiny.size).toBeLessThanOrEqual(1_000)
    expect(tiny.folder('')!.sum.keys).toBe(1_000)
    const long = new PrefixSums({ separators: [Buffer.from(':')], capBytes: 5_000_000 })
    long.see(`${'x'.repeat(2_000)}:a`)
    expect(long.folder('')!.children).toEqual([])
  })
})

test('classes of time and size', () => {
  expect([-1, 0, 3_599_999, 3_600_000, 86_400_000, 6e8, 7e8, 2_592_000_000].map(spanOf)).toEqual([
    0, 1, 1, 2, 3, 3, 4, 5,
  ])
  expect([0, 127, 128, 1_048_575, 1_048_576, 1e12].map(sizeOf)).toEqual([0, 0, 1, 4, 5, 6])
})

test('of many folders the largest are named and the others told as one sum', () => {
  const tally = new Tally({ separators: [':'], minBytes: 0 }, 10_000_000)
  for (let at = 0; at < 300; at += 1) {
    const key = Buffer.from(`f${at}:k`)
    tally.see(key)
    tally.measure({ key, type: 'string', ttlMs: -1, bytes: at, elements: null, frequency: null })
  }
  const { rows, others, own } = tally.folders(Buffer.alloc(0))
  expect(rows).toHaveLength(200)
  expect(rows[0]).toMatchObject({ name: 'f299:', prefix: 'f299:', keys: 1, bytes: { value: 299, error: 0 } })
  expect(others).toMatchObject({ folders: 100, keys: 100, bytes: { value: 4_950 } })
  expect(own).toMatchObject({ keys: 0, bytes: { value: 0 } })
})
