import fc from 'fast-check'
import { expect, test } from 'vitest'
import { treemap } from './treemap.ts'

test('tiles have the areas of their weights, fill the whole and never overlap', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(weights, fc.constantFrom(1, 2.5, 0.6), (given, aspect) => {
      const sorted = given.toSorted((a, b) => b - a)
      const total = sorted.reduce((sum, each) => sum + each, 0)
      const tiles = treemap(sorted, aspect)
      expect(tiles).toHaveLength(sorted.length)
      for (const [at, { left, top, width, height }] of tiles.entries()) {
        expect((width * height) / 10_000).toBeCloseTo(sorted[at]! / total, 6)
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(-1e-6)
        expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(100 + 1e-6)
        for (const other of tiles.slice(at + 1)) {
          const across = Math.min(left + width, other.left + other.width) - Math.max(left, other.left)
          const down = Math.min(top + height, other.top + other.height) - Math.max(top, other.top)
          expect(Math.min(across, down)).toBeLessThanOrEqual(1e-6)
        }
      }
    }),
  )
})

test('tiles are about square where strips would not be', () => {
  const tiles = treemap([6, 6, 4, 3, 2, 2, 1], 1.5)
  const worst = Math.max(
    ...tiles.map(({ width, height }) => Math.max((width * 1.5) / height, height / (width * 1.5))),
  )
  // The figures of the paper: 2.78 at the worst, a strip would have 36.
  expect(worst).toBeLessThan(2.8)
})
