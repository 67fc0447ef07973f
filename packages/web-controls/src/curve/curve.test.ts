import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { curveOf, summaryOf, topOf } from './curve.ts'

describe('a curve of players online', () => {
  it('begins at zero, and a gap stays one', () => {
    expect(curveOf([0, 50, null, 100, 100], 100)).toEqual({
      line: 'M0.5 100L1.5 50M3.5 0L4.5 0',
      area: 'M0.5 100L0.5 100L1.5 50L1.5 100ZM3.5 100L3.5 0L4.5 0L4.5 100Z',
    })
  })

  it('shows a lonely step as a dash, and nothing for nothing', () => {
    expect(curveOf([null, 25, null], 100).line).toBe('M1 75L2 75')
    expect(curveOf([null, null], 0)).toEqual({ line: '', area: '' })
  })

  it('has as many stretches as the gaps leave', () => {
    const points = fc.array(fc.option(fc.nat(500), { nil: null }), { maxLength: 40 })
    fc.assert(
      fc.property(points, (given) => {
        const begins = given.filter((value, at) => value !== null && (given[at - 1] ?? null) === null)
        expect(curveOf(given, 500).line.match(/M/g) ?? []).toHaveLength(begins.length)
      }),
    )
  })

  it('is told in numbers', () => {
    expect(summaryOf([null, 3, 9, null, 9, 5, null])).toEqual({
      least: 3,
      most: 9,
      mostAt: 2,
      last: 5,
      missing: 1,
    })
    expect(summaryOf([null])).toBeNull()
  })

  it.each([
    [0, 4],
    [3, 5],
    [386, 500],
    [200, 200],
    [214, 250],
    [6_842, 10_000],
  ])('an axis for %i ends at %i', (most, top) => {
    expect(topOf(most)).toBe(top)
  })
})
