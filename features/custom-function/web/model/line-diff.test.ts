import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineDiff } from './line-diff.ts'

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })

describe('differences of two versions', () => {
  it('both texts are whole in it, in their order', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const found = lineDiff(before, after)
        const of = (kind: string) => found.filter((line) => line.kind === 'same' || line.kind === kind)
        expect(of('gone').map(({ text }) => text)).toEqual(before)
        expect(of('new').map(({ text }) => text)).toEqual(after)
      }),
    )
  })

  it('equal texts differ nowhere, and one changed line alone is told', () => {
    expect(lineDiff(['a', 'b'], ['a', 'b']).every(({ kind }) => kind === 'same')).toBe(true)
    expect(lineDiff(['a', 'b', 'c'], ['a', 'x', 'c']).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'same a',
      'gone b',
      'new x',
      'same c',
    ])
  })
})
