import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineDiff } from './line-diff.ts'

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 30 })
const diff = (before: readonly string[], after: readonly string[]) =>
  lineDiff(before.join('\n'), after.join('\n'))!

describe('differences of two texts', () => {
  it('both are in it, in their order, but for unchanged lines that are counted', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const found = diff(before, after)
        for (const [kind, text] of [
          ['gone', before],
          ['new', after],
        ] as const) {
          let at = 0
          for (const line of found) {
            if (line.kind === 'left') at += line.count
            else if (line.kind === 'same' || line.kind === kind) expect(line.text).toBe(text[at++])
          }
          expect(at).toBe(text.length)
        }
      }),
    )
  })

  it('equal texts differ nowhere, and one changed line alone is told', () => {
    expect(diff(['a', 'b'], ['a', 'b']).every(({ kind }) => kind === 'same')).toBe(true)
    expect(diff(['a', 'b', 'c'], ['a', 'x', 'c']).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'same a',
      'gone b',
      'new x',
      'same c',
    ])
  })

  it('texts that have nothing in common are not compared', () => {
    const many = (letter: string) => Array.from({ length: 1_500 }, (_each, at) => `${letter}${at}`)
    expect(lineDiff(many('a').join('\n'), many('b').join('\n'))).toBeNull()
  })
})
