import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOST_HEIGHT, rowTopAt, scaledRows, scrollFor, scrollTopAt } from './scaled-rows.ts'

const HEIGHT = 30
const SEEN = 600

describe('rows in view', () => {
  it('are those under the scroll position where all fit', () => {
    expect(scaledRows(1000, HEIGHT, 300, SEEN)).toEqual({ height: 30_000, first: 10, last: 30, top: 300 })
    expect(scaledRows(3, HEIGHT, 0, SEEN)).toEqual({ height: 90, first: 0, last: 2, top: 0 })
    expect(scaledRows(0, HEIGHT, 0, SEEN)).toMatchObject({ height: 0, first: 0, last: -1 })
  })

  it('reach the first and the last of a million', () => {
    const million = 1_000_000
    expect(scaledRows(million, HEIGHT, 0, SEEN)).toMatchObject({ height: MOST_HEIGHT, first: 0, top: 0 })
    const end = scaledRows(million, HEIGHT, MOST_HEIGHT - SEEN, SEEN)
    expect(end.last).toBe(million - 1)
    expect(end.top + (end.last - end.first + 1) * HEIGHT).toBeCloseTo(MOST_HEIGHT, 3)
  })

  it('any row can be scrolled into view', () => {
    const places = fc.record({
      count: fc.integer({ min: 1, max: 1_000_000 }),
      share: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
      from: fc.integer({ min: 0, max: MOST_HEIGHT }),
    })
    fc.assert(
      fc.property(places, ({ count, share, from }) => {
        const row = Math.floor(share * count)
        const { first, last } = scaledRows(
          count,
          HEIGHT,
          scrollFor(row, { count, rowHeight: HEIGHT, scrollTop: from, seen: SEEN }),
          SEEN,
        )
        expect(row).toBeGreaterThanOrEqual(first)
        expect(row).toBeLessThanOrEqual(last)
      }),
    )
  })

  it('stay the same when more come, however many there are', () => {
    const counts = fc.integer({ min: 100, max: 1_000_000 })
    fc.assert(
      fc.property(
        counts,
        fc.array(counts, { maxLength: 5 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (count, more, part) => {
          const before = { count, rowHeight: HEIGHT, seen: SEEN }
          const start = Math.floor(part * (Math.min(count * HEIGHT, MOST_HEIGHT) - SEEN))
          const rowTop = rowTopAt({ ...before, scrollTop: start })
          const { first } = scaledRows(count, HEIGHT, start, SEEN)
          for (const added of more) {
            const after = { ...before, count: count + added }
            const scrollTop = scrollTopAt(rowTop, after)
            expect(Math.abs(rowTopAt({ ...after, scrollTop }) - rowTop)).toBeLessThan(0.01)
            // Half a pixel above a row is still that row to the eye.
            const shown = scaledRows(after.count, HEIGHT, scrollTop + 0.001, SEEN)
            expect(Math.abs(shown.first - first)).toBeLessThanOrEqual(1)
            expect(Math.abs(shown.top - (shown.first * HEIGHT - rowTop) - scrollTop)).toBeLessThan(0.01)
          }
        },
      ),
    )
  })
})
