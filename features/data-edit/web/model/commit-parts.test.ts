import type { Change } from '@qd/protocol-model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeId } from '@qd/player-diff'
import { partsOf } from './commit-parts.ts'

const change = (diff: string, key: number, field: string, value: unknown = 1): Change => ({
  diff,
  key: String(key),
  path: [field],
  op: 'set',
  value,
  old: 0,
})

const rows = (diff: string, count: number, fields: string): Change[] =>
  Array.from({ length: count }, (_row, key) => [...fields].map((field) => change(diff, key, field))).flat()

const sizes = (changes: readonly Change[]): number[] => [...partsOf(changes)].map(({ length }) => length)

describe('commits in parts', () => {
  it.each([
    [0, []],
    [1, [1]],
    [1000, [1000]],
    [1001, [1000, 1]],
    [2500, [1000, 1000, 500]],
  ])('[ED.160] %i changes of single rows go in parts of %j', (count, parts) => {
    expect(sizes(rows('bag', count, 'a'))).toEqual(parts)
  })

  it('[ED.160] a row is never torn apart: 200 rows of six cells are 996 and 204', () => {
    expect(sizes(rows('bag', 200, 'abcdef'))).toEqual([996, 204])
  })

  it('[ED.160] modules that fit go whole and first, for the rules of the game lie between them', () => {
    const parts = [
      ...partsOf([...rows('bag', 1500, 'a'), ...rows('role', 1, 'abc'), ...rows('shop', 40, 'ab')]),
    ]
    expect(parts.map(({ length }) => length)).toEqual([1000, 583])
    expect(new Set(parts[0]?.slice(0, 83).map(({ diff }) => diff))).toEqual(new Set(['role', 'shop']))
  })

  it('[ED.160] large values make smaller parts', () => {
    const text = 'x'.repeat(50_000)
    const large = Array.from({ length: 12 }, (_row, key) => change('mail', key, 'text', text))
    expect(sizes(large).length).toBeGreaterThan(2)
    expect(sizes([change('mail', 1, 'text', 'x'.repeat(900_000))])).toEqual([1])
  })

  it('[ED.160] every change is in exactly one part, and what is left after a part is parted as before', () => {
    const many = fc.array(
      fc.record({
        diff: fc.constantFrom('a', 'b', 'c'),
        rows: fc.nat(900),
        fields: fc.constantFrom('x', 'xy', 'xyz'),
      }),
      { maxLength: 3 },
    )
    fc.assert(
      fc.property(many, (modules) => {
        const changes = modules.flatMap(({ diff, rows: count, fields }, at) =>
          rows(`${diff}${at}`, count, fields),
        )
        const parts = [...partsOf(changes)]
        expect(parts.flat().map(placeId).sort()).toEqual(changes.map(placeId).sort())
        expect(parts.every(({ length }) => length > 0 && length <= 1000)).toBe(true)
        expect([...partsOf(parts.slice(1).flat())][0]?.map(placeId)).toEqual(parts[1]?.map(placeId))
      }),
      { numRuns: 30 },
    )
  })
})
