import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hiddenCharacters, withoutHidden } from './hidden-characters.ts'

describe('hiddenCharacters', () => {
  it.each([
    ['a\u200bb', 'zeroWidth', 'U+200B', 2, 'ab'],
    ['\ufeffx', 'zeroWidth', 'U+FEFF', 1, 'x'],
    ['x\u202ey', 'direction', 'U+202E', 2, 'xy'],
    ['x\u00a0y', 'space', 'U+00A0', 2, 'x y'],
    ['😀\u0007', 'control', 'U+0007', 2, '😀'],
    ['x\ud800', 'control', 'U+D800', 2, 'x'],
    ['pаypal', 'lookalike', 'U+0430', 2, 'paypal'],
  ])('[ED.110] finds %j', (...[text, kind, code, position, clean]) => {
    expect(hiddenCharacters(text)).toMatchObject([{ kind, code, position }])
    expect(withoutHidden(text)).toBe(clean)
  })

  it.each(['岚夜　听潮', '👨‍👩‍👧', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'Привет мир', 'Über straße', 'a\tb\nc', 'İstanbul'])(
    '[ED.110] %j hides nothing',
    (text) => {
      expect(hiddenCharacters(text)).toEqual([])
      expect(withoutHidden(text)).toBe(text)
    },
  )

  it('[ED.110] what was cleaned hides nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(hiddenCharacters(withoutHidden(text))).toEqual([])
      }),
      { seed: 7, numRuns: 500 },
    )
  })
})
